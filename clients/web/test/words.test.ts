import { expect, test } from "vitest";
import { LOCALES } from "../src/lib/i18n/locale.ts";

const parts = import.meta.glob<Record<string, Record<string, Record<string, string>>>>("../src/lib/i18n/*.ts", {
  eager: true,
});

const tables = Object.entries(parts).flatMap(([file, exports]) =>
  Object.entries(exports)
    .filter(([, value]) => typeof value === "object" && LOCALES.every((locale) => typeof value[locale] === "object"))
    .map(([name, value]) => ({ name: `${file} ${name}`, value })),
);

test("there are words to compare", () => expect(tables.length).toBeGreaterThan(1));

test.each(tables)("$name: every language has the same keys and the same places to fill in", ({ value }) => {
  const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const locale of LOCALES) {
    expect(Object.keys(value[locale]!).sort()).toEqual(Object.keys(value.en!).sort());
    for (const [key, text] of Object.entries(value[locale]!)) {
      expect(text.trim(), `${locale} ${key}`).not.toBe("");
      expect(places(text), `${locale} ${key}`).toEqual(places(value.en![key]!));
    }
  }
});
