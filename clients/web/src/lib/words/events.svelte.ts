/** What happens in a game, told in the chosen language: read aloud, and kept in the table's journal. */
import { type DealResult, type DefaultAction, type Event, type GameEnd, Termination } from "../api/referee.ts";
import { cardText, suitLetter } from "../cards/card.ts";
import { eventWords } from "../i18n/events.ts";
import { translator } from "../i18n/translate.svelte.ts";
import { deed } from "./actions.svelte.ts";
import { cardName, suitName } from "./cards.svelte.ts";

const t = translator(eventWords);

/** How the seats are called at one table; the reader's own seat is "you". */
export class Names {
  constructor(
    private readonly players: readonly string[],
    readonly me: number | null,
  ) {}

  /** Who sits there, by name also where it is the reader; of several with one name the seat's number tells them apart. */
  plain(seat: number): string {
    const name = this.players[seat];
    if (!name) return t("seat", { number: seat + 1 });
    return this.players.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name;
  }

  /** Who sits there, at the beginning of a sentence. */
  subject(seat: number): string {
    const who = this.of(seat);
    return this.players[seat] && seat !== this.me ? who : capital(who);
  }

  /** Who sits there, in a sentence. */
  of(seat: number): string {
    return seat === this.me ? t("you") : this.plain(seat);
  }

  /** Several seats: "Ann, Bo and you"; `first`: at the beginning of a sentence. */
  list(seats: readonly number[], first = false): string {
    const who = seats.map((seat, place) => (first && place === 0 ? this.subject(seat) : this.of(seat)));
    const last = who.pop();
    if (last === undefined) return t("nobody");
    return who.length ? t("and", { first: who.join(", "), last }) : last;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Told = "sits" | "trick" | "defends" | "partnerIs" | "dealt";

function told(key: Told, seat: number, names: Names, values: Record<string, string | number> = {}): string {
  return seat === names.me ? t(`${key}You`, values) : t(key, { ...values, who: names.subject(seat) });
}

/** One or two sentences about an event; empty for one that this page does not know. */
export function eventTold({ what }: Event, names: Names): string {
  switch (what.case) {
    case "seatTaken":
      return told("sits", what.value.seat ?? 0, names);
    case "dealt": {
      const turnUp = cardText(what.value.turnUp);
      const deal = told("dealt", what.value.dealer ?? 0, names, { number: what.value.dealNumber });
      return turnUp ? `${deal} ${capital(t("turned", { card: cardName(turnUp) }))}` : deal;
    }
    case "move":
      return what.value.action ? who(what.value.seat ?? 0, names, (name) => deed(what.value.action!, name)) : "";
    case "trumpMade": {
      const trump = suitLetter(what.value.trump);
      return trump === "n" ? t("noTrump") : trump ? capital(t("trump", { suit: suitName(trump) })) : "";
    }
    case "trickTaken": {
      const seat = what.value.seat ?? 0;
      const card = what.value.cards.find((played) => played.seat === seat)?.card ?? 0;
      return told("trick", seat, names, { card: cardName(cardText(card)) });
    }
    case "dealOver":
      return dealTold(what.value, names);
    case "gameOver":
      return endTold(what.value, names);
    case "defaultAction":
      return defaultTold(what.value, names);
    case "struck":
      return t("struck", { who: names.of(what.value.seat ?? 0), strikes: what.value.strikes });
    case "suitProposed":
      return capital(t("proposed", { suit: suitName(suitLetter(what.value.suit) ?? "n") }));
    case "turnedDown":
      return t("turnedDown");
    case "defendsAlone":
      return told("defends", what.value.seat ?? 0, names);
    case "answersKnown":
      return t("answers", { stayed: names.list(what.value.stayed), withdrew: names.list(what.value.withdrew) });
    case "partnerRevealed":
      return told("partnerIs", what.value.seat ?? 0, names);
    case "dealLost":
      return capital(t("dealLost", { why: reason(what.value.cause), who: names.of(what.value.seat ?? 0) }));
    default:
      return "";
  }
}

function who(seat: number, names: Names, sentence: (name: string | null) => string): string {
  return seat === names.me ? sentence(null) : sentence(names.subject(seat));
}

/** How a deal ended and what it brought. */
export function dealTold(result: DealResult, names: Names): string {
  const points = result.points
    .map((gained, seat) => ({ gained, seat }))
    .filter(({ gained }) => gained !== 0)
    .map(({ gained, seat }, place) => {
      const who = place === 0 ? names.subject(seat) : names.of(seat);
      return t("points", { who, points: gained > 0 ? `+${gained}` : `−${-gained}` });
    });
  return [outcomeTold(result.outcome), points.length ? `${points.join(", ")}.` : ""].filter(Boolean).join(" ");
}

/** An outcome of a deal in words. */
export function outcomeTold(outcome: string): string {
  const known = ["MADE", "MARCH", "EUCHRED", "NO_MAKER", "UNCONTESTED", "THROWN_IN", "MISDEAL", "LOST"] as const;
  const found = known.find((name) => name === outcome);
  return found ? t(found) : outcome;
}

/** How a game ended. */
export function endTold(end: GameEnd, names: Names): string {
  if (end.termination === Termination.ABORTED) return t("aborted");
  if (end.termination === Termination.VOID) return t("void");
  const [only, ...others] = end.winners;
  const won =
    only === undefined ? ""
    : others.length ? t("winSeveral", { who: names.list(end.winners, true) })
    : only === names.me ? t("winsYou")
    : t("wins", { who: names.subject(only) });
  if (end.termination !== Termination.FORFEIT) return won;
  return `${t("forfeit", { why: reason(end.cause), who: names.of(end.seat ?? 0) })} ${won}`;
}

function defaultTold(made: DefaultAction, names: Names): string {
  const why = reason(made.disconnected ? "disconnect" : made.cause);
  const seat = made.seat ?? made.move?.seat ?? 0;
  const what = made.move?.action ? who(seat, names, (name) => deed(made.move!.action!, name)) : "";
  return t("forSeat", { why, who: names.of(seat), deed: what });
}

function reason(cause: string): string {
  const known = ["timeout", "disconnect", "strikes", "illegal", "resign"] as const;
  const found = known.find((name) => name === cause);
  return found ? t(found) : cause;
}

/** What is said when the reader is to act. */
export function yourTurn(): string {
  return t("yourTurn");
}
