"""Seeds, nonces and cards changed, and what a deal's entry repeats."""

from dataclasses import replace

from euchre_referee.referee.entries import (
    Created,
    Dealt,
    Ended,
    Joined,
    SeedMode,
)
from tests.referee.tampering.changes import Expected, Log, changed, found, in_deal, in_entry


def seed_swapped(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, seed=b"x" * 32))
    return in_entry(0, "the commitment is not the SHA-256 of the seed, ")


def seed_swapped_everywhere(log: Log) -> Expected:
    seed_swapped(log)
    at, ended = found(log, Ended)
    changed(log, at, replace(ended, seed=b"x" * 32))
    return in_entry(0, "the commitment is not the SHA-256 of the seed, ")


def seed_at_the_end_swapped(log: Log) -> Expected:
    at, ended = found(log, Ended)
    changed(log, at, replace(ended, seed=bytes(32)))
    return in_entry(at, f"the seed revealed at the end is {bytes(32).hex()}, the one in the first entry ")


def commitment_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, commitment=b"x" * 32))
    return in_entry(0, "the commitment is not the SHA-256 of the seed, ")


def seed_mode_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, seed_mode=SeedMode.CHOSEN))
    return Expected(0, 'proof.seed_mode: "provable", the entries give "chosen"')


def _exchanged(log: Log, one: int, other: int) -> Expected:
    at, deal = found(log, Dealt)
    order = bytearray(deal.order)
    order[one], order[other] = order[other], order[one]
    changed(log, at, replace(deal, order=bytes(order)))
    place = min(one % len(order), other % len(order))
    return in_deal(at, 1, f"the cards are not those of the seed's shuffle: card {place} of the deck is ")


def card_of_a_hand_swapped(log: Log) -> Expected:
    return _exchanged(log, 0, 7)


def talon_reordered(log: Log) -> Expected:
    return _exchanged(log, -1, -3)


def card_doubled(log: Log) -> Expected:
    at, deal = found(log, Dealt)
    changed(log, at, replace(deal, order=deal.order[:1] + deal.order[:-1]))
    return Expected(at, f"proof.entries[{at}]: ")


def first_dealer_changed(log: Log) -> Expected:
    at, deal = found(log, Dealt)
    changed(log, at, replace(deal, dealer=(deal.dealer + 1) % 4))
    return in_deal(at, 1, f"seat {(deal.dealer + 1) % 4} deals, it was seat {deal.dealer}'s turn to")


def next_dealer_changed(log: Log) -> Expected:
    at, deal = found(log, Dealt, 1)
    changed(log, at, replace(deal, dealer=(deal.dealer + 2) % 4))
    return in_deal(at, 2, f"seat {(deal.dealer + 2) % 4} deals, it was seat {deal.dealer}'s turn to")


def nonce_changed(log: Log) -> Expected:
    at, joined = found(log, Joined)
    changed(log, at, replace(joined, nonce=b"mine"))
    return Expected(at, "proof.nonces: ")


def nonce_removed(log: Log) -> Expected:
    at, joined = found(log, Joined, -1)
    changed(log, at, replace(joined, nonce=b""))
    deal, _ = found(log, Dealt)
    return Expected(at, f"proof.entries[{deal}] (deal 1): the cards are not those of the seed's shuffle")


def board_label_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, board="17", nonces=(b"a",)))
    return Expected(0, 'proof.board: "", the entries give "17"')


def _told(log: Log, what: str, **told: object) -> Expected:
    at, deal = found(log, Dealt, -1)
    changed(log, at, replace(deal, **told))
    return in_deal(at, deal.deal_number, f"the {what} told: ")


def scores_between_changed(log: Log) -> Expected:
    return _told(log, "scores", scores=(1, 2, 3, 4))


def scored_deals_changed(log: Log) -> Expected:
    return _told(log, "number of scored deals", scored_deals=77)


def carried_points_invented(log: Log) -> Expected:
    return _told(log, "carried points", carried=(0, 0, 5, 0))


def time_given_back(log: Log) -> Expected:
    """As if the clock had run backwards: a bank that grows."""
    return _told(log, "time banks", banks=(60_000,) * 4)


def lag_quota_given_back(log: Log) -> Expected:
    return _told(log, "lag quotas", lag_quotas=(1_000_000,) * 4)


def strikes_forgotten(log: Log) -> Expected:
    return _told(log, "strikes", strikes=(0, 0, 0, 9))


def deal_number_changed(log: Log) -> Expected:
    at, deal = found(log, Dealt, -1)
    changed(log, at, replace(deal, deal_number=deal.deal_number + 1))
    return in_deal(at, deal.deal_number + 1, f"the number told: {deal.deal_number + 1}; the entries before give ")


def head_in_a_deal_changed(log: Log) -> Expected:
    at, deal = found(log, Dealt, -1)
    changed(log, at, replace(deal, head=bytes(16)))
    return in_deal(at, deal.deal_number, f"its head is {bytes(16).hex()}, but entries ")
