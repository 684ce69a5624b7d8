import { presetWords } from "../i18n/presets.ts";
import { settings } from "../settings.svelte.ts";

/** What people call a preset; a preset that this page does not know is called as it is. */
export function presetName(preset: string): string {
  const names: Readonly<Record<string, string>> = presetWords[settings.locale];
  return names[preset] ?? preset;
}
