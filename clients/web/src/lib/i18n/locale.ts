export const LOCALES = ["en", "fr", "nl"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language in its own words. */
export const LANGUAGES: Readonly<Record<Locale, string>> = { en: "English", fr: "Français", nl: "Nederlands" };

/**
 * The words of one part of the application, the languages beside each other, each with the same keys. A value is a text,
 * where `{name}` is filled in, or a list of texts.
 */
export type Words<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;

/** Checks at compile time that all languages have the same keys. */
export function words<Key extends string>(byLocale: Words<Key>): Words<Key> {
  return byLocale;
}

/** A text with its `{places}` filled in. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
