/** Where the seats are at the table, seen from the one at the bottom: clockwise, as they act. */
export type Place = "s" | "w" | "nw" | "n" | "ne" | "e";

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: ["s", "n"],
  3: ["s", "nw", "ne"],
  4: ["s", "w", "n", "e"],
  5: ["s", "w", "nw", "ne", "e"],
};

/** The place of a seat where `bottom` sits nearest. */
export function placeOf(seat: number, bottom: number, seats: number): Place {
  return PLACES[seats]?.[(seat - bottom + seats) % seats] ?? "n";
}

/** The seats in the order in which they are read: from the bottom one clockwise. */
export function around(bottom: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, step) => (bottom + step) % seats);
}
