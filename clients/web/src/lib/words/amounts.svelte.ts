/** Numbers, times and sizes as the chosen language writes them. */
import { settings } from "../settings.svelte.ts";

/** Three digits that count; null: a dash. */
export function amount(value: number | null): string {
  if (value === null) return "–";
  const digits = value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(settings.locale, digits).format(value);
}

/** Seconds, or milliseconds below one. */
export function duration(seconds: number | null): string {
  if (seconds === null) return "–";
  return seconds < 1 ? `${amount(seconds * 1000)} ms` : `${amount(seconds)} s`;
}

const SIZES = ["B", "KiB", "MiB", "GiB", "TiB"];

export function size(bytes: number): string {
  const step = Math.min(SIZES.length - 1, bytes >= 1 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${amount(bytes / 2 ** (10 * step))} ${SIZES[step]}`;
}
