"""Cards, dealers and all that a deal's entry repeats, worked out again (docs/log.md, "Kinds")."""

from collections.abc import Iterator, Sequence

from euchre_referee.fairness.shuffle import first_dealer, permutation
from euchre_referee.referee.entries import NOBODY, Dealt
from euchre_referee.referee.game import Game, shuffled
from euchre_referee.referee.verifying.passage import Passage
from euchre_referee.rules.cards import CARD_TEXT
from euchre_referee.rules.dealing import deck
from euchre_referee.rules.state import State


def deal_faults(game: Game, seed: bytes, passages: Sequence[Passage]) -> Iterator[str]:
    """Every deal follows from the seed and from the entries before it."""
    for passage in passages:
        entry = passage.entry
        if isinstance(entry, Dealt):
            for fault in (*_card_faults(game, seed, passage.state, entry), *_told_faults(passage, entry)):
                yield f"{passage.place} (deal {entry.deal_number}): {fault}"


def _card_faults(game: Game, seed: bytes, before: State, entry: Dealt) -> Iterator[str]:
    created, nonces, rules = game.created, game.nonces, game.rules
    board = created.board.encode()
    cards = deck(rules)
    due = shuffled(rules, permutation(seed, nonces, board, before.deal_number, len(cards)))
    if entry.order != due:
        at = next(at for at, card in enumerate(due) if entry.order[at] != card)
        found, right = CARD_TEXT[entry.order[at]], CARD_TEXT[due[at]]
        yield f"the cards are not those of the seed's shuffle: card {at} of the deck is {found}, it must be {right}"
    dealer = before.dealer if before.dealer >= 0 else created.first_dealer
    if dealer == NOBODY:
        dealer = first_dealer(seed, nonces, board, rules.players)
    if entry.dealer != dealer:
        yield f"seat {entry.dealer} deals, it was seat {dealer}'s turn to"


def _told_faults(passage: Passage, entry: Dealt) -> Iterator[str]:
    before = passage.state
    if not passage.full:
        yield "cards are dealt while a seat is empty"
    if not before.needs_deal:
        yield "cards are dealt while the deal before is not over" if not before.finished else "the game was over before"
    told: Sequence[tuple[str, object, object]] = (
        ("number", entry.deal_number, before.deal_number + 1),
        ("number of scored deals", entry.scored_deals, before.scored_deals),
        ("scores", entry.scores, before.scores),
        ("carried points", entry.carried, before.carried),
        ("time banks", entry.banks, passage.accounts.banks),
        ("lag quotas", entry.lag_quotas, passage.accounts.lag_quotas),
        ("strikes", entry.strikes, passage.strikes),
    )
    for what, found, due in told:
        if found != due:
            yield f"the {what} told: {_shown(found)}; the entries before give {_shown(due)}"


def _shown(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else str(value)
