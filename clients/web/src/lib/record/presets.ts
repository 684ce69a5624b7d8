/** What of a preset bears on showing a deal; the rules themselves are the service's. */

export interface Table {
  readonly players: number;
  /** Seats 0 and 2 play seats 1 and 3. */
  readonly partners: boolean;
  /** A hand is dealt that nobody holds. */
  readonly deadHand: boolean;
  /** Scores count down: less is better. */
  readonly countsDown: boolean;
  /** Cards that are left over are turned up for nobody. */
  readonly buries: boolean;
  /** Whoever orders up gives the turn-up to the dealer, who discards. */
  readonly dealerPicksUp: boolean;
}

function table(players: number, traits: Partial<Omit<Table, "players">> = {}): Table {
  return { players, partners: false, deadHand: false, countsDown: false, buries: false, dealerPicksUp: false, ...traits };
}

const PAIRS = table(4, { partners: true, dealerPicksUp: true });
const BUCK = { countsDown: true, dealerPicksUp: true };

export const TABLES: Readonly<Record<string, Table>> = {
  euchre: PAIRS,
  "euchre-benny": PAIRS,
  "euchre-railroad": PAIRS,
  "euchre-two-handed": table(2, { dealerPicksUp: true }),
  "euchre-cutthroat": table(3, { dealerPicksUp: true }),
  "euchre-auction": table(5, { buries: true }),
  buck: table(4, BUCK),
  "dirty-clubs": table(4, { countsDown: true }),
  "buck-three": table(3, { ...BUCK, deadHand: true }),
  "dirty-clubs-three": table(3, { countsDown: true, deadHand: true }),
  "american-belote-two": table(2),
  "american-belote-three": table(3),
  "american-belote-four": table(4, { partners: true }),
};
