"""Tricks and scores worked out a second time, from the words of RULES 1 and 9 and from records' texts alone."""

from collections.abc import Mapping, Sequence

RANKS = "789TJQKA"
COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}

Options = Mapping[str, object]


def suit(card: str, trump: str) -> str:
    """The suit a card belongs to; ``n`` is no trump."""
    if card == "B":
        return trump
    if trump != "n" and card == "J" + COLOUR[trump]:
        return trump
    return card[1]


def order(card: str, led: str, trump: str) -> tuple[int, int]:
    """Greater is better; what neither follows nor is trump wins nothing."""
    if suit(card, trump) == trump != "n":
        bowers = {"B": 10, "J" + trump: 9, "J" + COLOUR[trump]: 8}
        return 2, bowers.get(card, RANKS.find(card[0]))
    return int(suit(card, trump) == led), RANKS.find(card[0])


def tricks_of(actions: Sequence[str], trump: str, players: int, seats: int) -> list[int]:
    """Tricks by seat, from the actions of a deal in which so many seats play."""
    plays = [
        (int(seat), card) for seat, kind, *card_text in map(str.split, actions) if kind == "play" for card in card_text
    ]
    taken = [0] * players
    for start in range(0, len(plays), seats):
        trick = plays[start : start + seats]
        led = suit(trick[0][1], trump)
        winner, _ = max(trick, key=lambda play: order(play[1], led, trump))
        taken[winner] += 1
    return taken


def number(options: Options, name: str) -> int:
    """An option that is a number."""
    value = options[name]
    assert isinstance(value, int)
    return value


def buck(options: Options, tricks: Sequence[int], maker: int | None, bid: int | None, out: Sequence[int]) -> list[int]:
    """The buck family: a point less for each trick, the penalty more for falling short."""
    points = []
    for seat, taken in enumerate(tricks):
        if seat in out:
            points.append(0)
        elif seat == maker:
            need = 3 if bid is None else bid
            if options.get("bid_required") == "at_least_three" and need < 3:
                need = 3
            points.append(-taken if taken >= need else number(options, "penalty"))
        else:
            points.append(-taken if taken else number(options, "penalty"))
    return points


def auction(options: Options, tricks: Sequence[int], maker: int, bid: int, partner: int | None) -> list[int]:
    """Auction euchre: the bid, or the tricks, to maker and partner, or the bid to each of the others."""
    side = {maker, maker if partner is None else partner}
    together = sum(taken for seat, taken in enumerate(tricks) if seat in side)
    if together < bid:
        return [0 if seat in side else bid for seat in range(len(tricks))]
    worth = together if options["bid_scores"] == "tricks" else bid
    return [worth if seat in side else 0 for seat in range(len(tricks))]


def sides_of(players: int, partners: bool) -> list[set[int]]:
    """Who scores together."""
    return [{0, 2}, {1, 3}] if partners else [{seat} for seat in range(players)]


def euchre(
    preset: str,
    options: Options,
    tricks: Sequence[int],
    sides: Sequence[set[int]],
    maker: int | None,
    alone: bool,
    lone_defender: int | None,
) -> list[int]:
    """Euchre and american belote, where one side makes it, marches or is euchred, or nobody made trump."""
    size = sum(tricks)
    points = [0] * len(tricks)
    for side in sides:
        taken = sum(tricks[seat] for seat in side)
        making = maker in side
        most = taken > size - taken
        if (making or maker is None) and most:
            name = "make_points" if taken < size else "alone_march_points" if alone and making else "march_points"
            gain = number(options, name)
        elif making and options.get("euchre_loss") == "maker_loses":
            gain = -euchred(preset, options, taken, alone, lone_defender)
        elif not making and maker is not None and options.get("euchre_loss") != "maker_loses":
            made = next(sum(tricks[seat] for seat in other) for other in sides if maker in other)
            gain = 0 if made > size - made else euchred(preset, options, made, alone, lone_defender)
        else:
            gain = 0
        for seat in side:
            points[seat] = gain
    return points


def euchred(preset: str, options: Options, taken: int, alone: bool, lone_defender: int | None) -> int:
    """What a euchre is worth."""
    if lone_defender is not None:
        return number(options, "defend_alone_points")
    if alone:
        return number(options, "alone_euchre_points")
    bare = preset in ("american-belote-two", "american-belote-three") and taken == 0
    return number(options, "euchre_points") + (1 if bare else 0)


def ended(
    options: Options,
    down: bool,
    scores: Sequence[int],
    maker: int | None,
    partners: bool,
    sweeper: int | None,
    scored: int,
) -> tuple[str | None, list[int]]:
    """What ended the game after a scored deal, and who won it."""
    if sweeper is not None:
        return "sweep", [sweeper]
    sign = -1 if down else 1
    target = sign * number(options, "target_score")
    ranked = [sign * score for score in scores]
    there = [seat for seat, score in enumerate(ranked) if score >= target]
    best = [seat for seat in there if ranked[seat] == max(ranked)]
    if there:
        if partners or options["tie_break"] == "joint":
            return "target", there
        if options["tie_break"] == "maker_first" and maker in there:
            return "target", [seat for seat in there if seat == maker]
        if options["tie_break"] == "best_then_maker" and maker in best:
            return "target", [seat for seat in best if seat == maker]
        return "target", best
    if scored == options["max_deals"]:
        return "max_deals", [seat for seat, score in enumerate(ranked) if score == max(ranked)]
    return None, []
