/** What a person has chosen for this browser: kept in its local storage, and nowhere else. */
import { LOCALES, type Locale } from "./i18n/locale.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const PACES = ["slow", "normal", "fast", "instant"] as const;
export type Pace = (typeof PACES)[number];

const KEY = "euchre.settings";

interface Kept {
  locale: Locale;
  theme: Theme;
  fourColours: boolean;
  pace: Pace;
  name: string;
  token: string;
}

function preferred(languages: readonly string[]): Locale {
  for (const language of languages) {
    const found = LOCALES.find((locale) => language.toLowerCase().startsWith(locale));
    if (found) return found;
  }
  return "en";
}

function kept(): Partial<Kept> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Partial<Kept>) : {};
  } catch {
    return {};
  }
}

class Settings {
  locale = $state<Locale>("en");
  theme = $state<Theme>("system");
  /** Suits in four colours instead of two. */
  fourColours = $state(false);
  /** How fast a table shows what happened. */
  pace = $state<Pace>("normal");
  /** The name one plays under. */
  name = $state("");
  /** A token that was given by an operator; empty: one comes as a guest. */
  token = $state("");

  constructor() {
    const before = kept();
    this.locale = LOCALES.find((locale) => locale === before.locale) ?? preferred(navigator.languages);
    this.theme = THEMES.find((theme) => theme === before.theme) ?? "system";
    this.fourColours = before.fourColours === true;
    this.pace = PACES.find((pace) => pace === before.pace) ?? "normal";
    this.name = typeof before.name === "string" ? before.name : "";
    this.token = typeof before.token === "string" ? before.token : "";
  }

  /** Writes what was chosen down and shows it: to be run as an effect. */
  apply(): void {
    const { locale, theme, fourColours, pace, name, token } = this;
    const root = document.documentElement;
    root.lang = locale;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.suits = fourColours ? "four" : "two";
    try {
      localStorage.setItem(KEY, JSON.stringify({ locale, theme, fourColours, pace, name, token } satisfies Kept));
    } catch {
      // A browser that keeps nothing: it holds for this page.
    }
  }
}

export const settings = new Settings();
