/** A common scale for intervals, in the units of an SVG drawing. */

export interface Interval {
  readonly mean: number;
  readonly low?: number;
  readonly high?: number;
}

const MARGIN = 12;
const MOST_TICKS = 6.5;

export class Scale {
  readonly #low: number;
  readonly #high: number;

  constructor(
    low: number,
    high: number,
    readonly width: number,
  ) {
    this.#low = low;
    this.#high = high;
  }

  /** A scale that holds every interval, and zero, with some room. */
  static of(intervals: readonly Interval[], width: number): Scale {
    const ends = [0, ...intervals.flatMap(({ mean, low, high }) => [mean, low ?? mean, high ?? mean])];
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const room = (high - low) * 0.05 || 1;
    return new Scale(low - room, high + room, width);
  }

  /** Where a value lies, from the left. */
  x(value: number): number {
    const inside = this.width - 2 * MARGIN;
    return Math.round((MARGIN + (inside * (value - this.#low)) / (this.#high - this.#low)) * 10) / 10;
  }

  /** Round values to label, zero among them where it lies on the scale. */
  ticks(): number[] {
    const step = roundStep(this.#high - this.#low);
    const first = Math.ceil(this.#low / step - 1e-9);
    const last = Math.floor(this.#high / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(6)));
  }
}

function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const factor = [1, 2, 2.5, 5, 10].find((each) => span / (power * each) <= MOST_TICKS) ?? 10;
  return power * factor;
}

/** Which side of zero an interval lies on, beyond doubt. */
export function side({ mean, low, high }: Interval): "ahead" | "behind" | "even" {
  if (low === undefined || high === undefined || (low <= 0 && high >= 0)) return "even";
  return mean > 0 ? "ahead" : "behind";
}

/** A figure with its sign and three significant digits; the minus is a real one. */
export function signed(value: number): string {
  const digits = Number(Math.abs(value).toPrecision(3)).toString();
  return value > 0 ? `+${digits}` : value < 0 ? `−${digits}` : "0";
}
