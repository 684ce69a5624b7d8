/** The page that explains a rule set. */

import { link } from "../router.svelte.ts";

/** Its address: a preset, with the options that differ from it. */
export function rulesLink(preset: string, options: Readonly<Record<string, unknown>>): string {
  return link(["rules", preset], Object.keys(options).length ? { options: JSON.stringify(options) } : {});
}
