"""What happens in a game, told in plain sentences."""

from typing import Final

from euchre.v1 import game_pb2 as pb
from euchre.v1.card_pb2 import SUIT_NO_TRUMP
from euchre_referee.cli.words import Words

_OUTCOMES: Final = {
    "MADE": "The bid was made.",
    "MARCH": "A march: all tricks.",
    "EUCHRED": "Euchred!",
    "NO_MAKER": "Nobody had made trump.",
    "UNCONTESTED": "Everybody else withdrew.",
    "THROWN_IN": "All passed; the deal is thrown in.",
    "MISDEAL": "A misdeal; the deal is void.",
    "LOST": "The deal is lost.",
}

_WHY: Final = {
    "timeout": "Time is over",
    "disconnect": "Time is over without a connection",
    "strikes": "Too many refused actions",
    "illegal": "Too many refused actions",
}


def narrate(event: pb.Event, words: Words) -> str:
    """One sentence or two about an event; empty for an event that this release does not know.

    A player who sits down is called by name from then on.
    """
    match event.WhichOneof("what"):
        case "seat_taken":
            return _seat_taken(event.seat_taken, words)
        case "dealt":
            return _dealt(event.dealt, words)
        case "move":
            return words.deed(event.move) + "."
        case "trump_made":
            return _trump_made(event.trump_made, words)
        case "trick_taken":
            taken = event.trick_taken
            who = f"{words.subject(taken.seat)} {words.verb(taken.seat, 'take')}"
            return f"    {who} the trick: {words.trick(taken.cards)}."
        case "deal_over":
            return _deal_over(event.deal_over, words)
        case "game_over":
            return _game_over(event.game_over, words)
        case "default_action":
            made = event.default_action
            why = "disconnect" if made.disconnected else made.cause
            return f"{_WHY.get(why, why)} for {words.seat(made.seat)}: {words.deed(made.move)}."
        case "deal_lost":
            lost = event.deal_lost
            who = f"{words.subject(lost.seat)} {words.verb(lost.seat, 'lose')}"
            return f"{_WHY.get(lost.cause, lost.cause)}: {who} the deal."
        case "suit_proposed":
            return f"    {words.suit(event.suit_proposed.suit).capitalize()} is proposed."
        case "turned_down":
            return f"    {words.card(event.turned_down.turn_up)} is turned down."
        case "defends_alone":
            return (
                f"    {words.subject(event.defends_alone.seat)} {words.verb(event.defends_alone.seat, 'defend')} alone."
            )
        case "answers_known":
            return _answers_known(event.answers_known, words)
        case "partner_revealed":
            return f"    The maker's partner is {words.seat(event.partner_revealed.seat)}."
        case "struck":
            struck = event.struck
            return f"A refused action of {words.seat(struck.seat)}, strike {struck.strikes}."
        case _:
            return ""


def _seat_taken(taken: pb.SeatTaken, words: Words) -> str:
    while len(words.names) <= taken.seat:
        words.names.append("")
    words.names[taken.seat] = taken.name
    return f"{words.subject(taken.seat)} {words.verb(taken.seat, 'sit')} down at seat {taken.seat}."


def _dealt(dealt: pb.Dealt, words: Words) -> str:
    who = f"{words.subject(dealt.dealer)} {words.verb(dealt.dealer, 'deal')}"
    turned = f" and {words.verb(dealt.dealer, 'turn')} up {words.card(dealt.turn_up)}" if dealt.turn_up else ""
    return f"\nDeal {dealt.deal_number}. {who}{turned}. Scores: {words.by_seat(dealt.scores)}."


def _trump_made(made: pb.TrumpMade, words: Words) -> str:
    trump = "There is no trump" if made.trump == SUIT_NO_TRUMP else f"Trump is {words.suit(made.trump)}"
    if not made.HasField("maker"):
        return f"    {trump}; nobody made it."
    return f"    {trump}, made by {words.seat(made.maker)}{', alone' if made.alone else ''}."


def _answers_known(known: pb.AnswersKnown, words: Words) -> str:
    if not known.withdrew:
        return "    Nobody withdrew."
    singular = len(known.withdrew) == 1 and known.withdrew[0] != words.me
    return f"    {words.seats(known.withdrew)} {'has' if singular else 'have'} withdrawn."


def _deal_over(result: pb.DealResult, words: Words) -> str:
    told = f"    {_OUTCOMES.get(result.outcome, result.outcome)}"
    if any(result.tricks):
        told += f" Tricks: {words.by_seat(result.tricks)}."
    if any(result.points):
        told += f" Points: {words.by_seat(result.points)}."
    return told


def _game_over(end: pb.GameEnd, words: Words) -> str:
    told = "\nThe game is over"
    if end.termination != pb.TERMINATION_NORMAL:
        how = pb.Termination.Name(end.termination).removeprefix("TERMINATION_").lower()
        whose = f" of {words.seat(end.seat)}" if end.HasField("seat") else ""
        told += f" ({how}{whose}{': ' + end.cause if end.cause else ''})"
    if end.winners:
        singular = len(end.winners) == 1 and end.winners[0] != words.me
        told += f": {words.seats(end.winners)} {'wins' if singular else 'win'}"
    return f"{told}. Scores: {words.by_seat(end.scores)}."
