import { settings } from "../settings.svelte.ts";
import { filled, type Words } from "./locale.ts";

/** Says the words of one part in the language that is chosen now; read in a template it follows the choice. */
export function translator<Key extends string>(
  words: Words<Key>,
): (key: Key, values?: Readonly<Record<string, string | number>>) => string {
  return (key, values = {}) => filled(words[settings.locale][key], values);
}
