/** The seats that this browser holds: kept in its local storage, each with the token that it is bound to. */

export interface HeldSeat {
  readonly seat: number;
  readonly token: string;
  readonly name: string;
  /** What this player added to the shuffle, hexadecimal; the proof page looks for it. */
  readonly nonce: string;
}

const KEY = "euchre.seats";
const KEPT = 50;

function all(): Record<string, HeldSeat> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, HeldSeat>;
  } catch {
    return {};
  }
}

/** The seat that this browser holds in a game. */
export function heldSeat(game: string): HeldSeat | null {
  return all()[game] ?? null;
}

/** The games in which this browser holds a seat, the newest first. */
export function heldGames(): string[] {
  return Object.keys(all()).reverse();
}

/** Keeps a seat; of too many the oldest is forgotten. */
export function holdSeat(game: string, held: HeldSeat): void {
  const { [game]: _, ...others } = all();
  const entries = [...Object.entries(others), [game, held] as const].slice(-KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

/** Forgets a seat: its game is over or gone. */
export function forgetSeat(game: string): void {
  const { [game]: _, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(others));
}
