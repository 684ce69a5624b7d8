"""The end changed, and entries as such: taken out, put in, exchanged, of another game."""

from dataclasses import replace

from euchre_referee.fairness.chain import GENESIS, next_head, salt
from euchre_referee.referee.entries import (
    Created,
    Dealt,
    Ended,
    Joined,
    Termination,
    decode,
)
from tests.referee.finished import other_game
from tests.referee.tampering.changes import Expected, Log, by_chain, changed, found, in_deal, in_entry


def final_scores_changed(log: Log) -> Expected:
    at, ended = found(log, Ended)
    changed(log, at, replace(ended, scores=(1, 2, 3, 4)))
    return in_entry(at, f"the end tells the scores [1, 2, 3, 4], the play gives {list(ended.scores)}")


def winners_changed(log: Log) -> Expected:
    at, ended = found(log, Ended)
    changed(log, at, replace(ended, winners=tuple({0, 1, 2, 3} - set(ended.winners))))
    return in_entry(at, "the end tells the winners ")


def termination_changed(log: Log) -> Expected:
    at, ended = found(log, Ended)
    changed(log, at, replace(ended, termination=Termination.ABORTED, cause="operator", winners=()))
    return in_entry(at, "the end is told as aborted, but the play is over")


def tail_cut_off(log: Log) -> Expected:
    del log[-4:]
    return in_entry(len(log) - 1, "the log has no end after it, the game is not over")


def end_removed(log: Log) -> Expected:
    del log[-1]
    return in_entry(len(log) - 1, "the log has no end after it, the game is not over")


def something_after_the_end(log: Log) -> Expected:
    log.append(log[-1])
    return Expected(len(log) - 1, f"entry {len(log) - 1} comes after the end")


def name_changed(log: Log) -> Expected:
    at, joined = found(log, Joined)
    changed(log, at, replace(joined, name="Mallory"))
    return Expected(at, 'players[0]: "0", the log\'s entries give "Mallory"')


def session_changed(log: Log) -> Expected:
    at, joined = found(log, Joined)
    changed(log, at, replace(joined, session="s-9"))
    return by_chain(log, at)


def ruleset_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, ruleset='{"options":{"start_score":19},"preset":"buck"}'))
    return Expected(0, "proof.entries[5] (deal 1): the scores told: ")


def game_id_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, game="5-aaaaaaaaaaaaaaaa"))
    return Expected(0, "id: ")


def time_of_creation_changed(log: Log) -> Expected:
    _, created = found(log, Created)
    changed(log, 0, replace(created, created_ms=created.created_ms + 1))
    return by_chain(log, 0)


def format_changed(log: Log) -> Expected:
    log[0] = log[0][:1] + b"\3" + log[0][2:]
    return in_entry(0, "entry 0 cannot be read: log format 3 is none of 1 and 2")


def rules_version_changed(log: Log) -> Expected:
    log[0] = log[0][:2] + b"\0\2" + log[0][4:]
    return in_entry(0, "entry 0 cannot be read: rules version 2 is not the version 1")


def deal_removed(log: Log) -> Expected:
    at, _ = found(log, Dealt, -1)
    del log[at]
    return in_entry(at, "")


def joins_swapped(log: Log) -> Expected:
    log[1], log[2] = log[2], log[1]
    return by_chain(log, 1)


def join_removed(log: Log) -> Expected:
    at, _ = found(log, Joined, -1)
    del log[at]
    return in_deal(at, 1, "cards are dealt while a seat is empty")


def seat_taken_twice(log: Log) -> Expected:
    at, joined = found(log, Joined, -1)
    log.insert(at + 1, replace(joined, name="Mallory").encode())
    return Expected(at + 1, f"entry {at + 1}, Joined, cannot follow")


def garbage(log: Log) -> Expected:
    log[9] = b"\xff\x00"
    return in_entry(9, "")


def deal_of_another_game(log: Log) -> Expected:
    at, _ = found(log, Dealt)
    _, other = found(list(other_game()), Dealt)
    changed(log, at, other)
    return in_deal(at, 1, "the cards are not those of the seed's shuffle")


def entries_of_another_game(log: Log) -> Expected:
    at, _ = found(log, Dealt, -1)
    other = list(other_game())
    other_at, _ = found(other, Dealt, -1)
    log[at:] = other[other_at:]
    return Expected(at, f"proof.entries[{at}] (deal ")


def salts_of_other_versions(log: Log) -> Expected:
    """Every deal has the head of a chain that is salted one entry off."""
    _, created = found(log, Created)
    at, deal = found(log, Dealt)
    head = GENESIS
    for place, raw in enumerate(log):
        entry = decode(raw)
        if isinstance(entry, Dealt):
            changed(log, place, replace(entry, head=head))
        head = next_head(head, salt(created.seed, place), log[place])
    return in_deal(at, deal.deal_number, "its head is ")
