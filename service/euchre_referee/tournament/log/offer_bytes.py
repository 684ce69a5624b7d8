"""The canonical bytes of what a tournament's operator chose."""

from enum import StrEnum
from typing import Final, TypeVar

from euchre_referee.referee.delay import Delay
from euchre_referee.referee.entries import Clocks, Conduct, Sanction
from euchre_referee.referee.games import ruleset_of
from euchre_referee.referee.packing import Reader, Writer
from euchre_referee.tournament.formats.form import Draw, Form, Format, Scoring, Seatings
from euchre_referee.tournament.log.offer import Offer
from euchre_referee.tournament.statistics.sequential import Measure, SequentialTest
from euchre_referee.tournament.terms import Isolation

Word = TypeVar("Word", bound=StrEnum)

_NO_TEST: Final = 0
_TEST: Final = 1


def write_offer(out: Writer, offer: Offer) -> None:
    """Adds an offer to an entry."""
    form, clocks, conduct = offer.form, offer.clocks, offer.conduct
    out.text(offer.name).text(offer.rules.canonical)
    out.text(form.format).u16(form.rounds).text(form.challenger or "").u8(form.duplicate)
    out.text(form.seatings).text(form.scoring).text(form.draw)
    if form.test is None:
        out.u8(_NO_TEST)
    else:
        test = form.test
        out.u8(_TEST).text(repr(test.h0)).text(repr(test.h1)).text(repr(test.alpha)).text(repr(test.beta))
        out.text(test.measure)
    out.u32(offer.boards).u16(offer.concurrency).u16(offer.pairings_at_once)
    out.u32(clocks.action_limit_ms).u32(clocks.bank_ms).u32(clocks.lag_quota_ms).u32(clocks.lag_regain_ms)
    out.u16(conduct.strike_limit).u8(conduct.on_strikes).u8(conduct.on_timeout)
    out.u32(offer.delay.ms).u16(offer.delay.decisions)
    out.u16(offer.pause_after).u8(offer.close_rounds).text(offer.isolation)


def read_offer(reader: Reader) -> Offer:
    """The offer in an entry. Raises ValueError."""
    name, rules = reader.text(), ruleset_of(reader.text())
    form = _form(reader)
    boards, concurrency, at_once = reader.u32(), reader.u16(), reader.u16()
    clocks = Clocks(reader.u32(), reader.u32(), reader.u32(), reader.u32())
    conduct = Conduct(reader.u16(), Sanction(reader.u8()), Sanction(reader.u8()))
    delay = Delay(reader.u32(), reader.u16())
    pause_after, close_rounds, isolation = reader.u16(), bool(reader.u8()), _word(Isolation, reader)
    return Offer(
        name, rules, form, boards, concurrency, at_once, clocks, conduct, delay, pause_after, close_rounds, isolation
    )


def _form(reader: Reader) -> Form:
    kind, rounds, challenger = _word(Format, reader), reader.u16(), reader.text() or None
    duplicate, seatings = bool(reader.u8()), _word(Seatings, reader)
    scoring, draw = _word(Scoring, reader), _word(Draw, reader)
    return Form(kind, rounds, challenger, duplicate, seatings, scoring, draw, _test(reader))


def _test(reader: Reader) -> SequentialTest | None:
    if reader.u8() == _NO_TEST:
        return None
    h0, h1, alpha, beta = (float(reader.text()) for _ in range(4))
    return SequentialTest(h0, h1, alpha, beta, _word(Measure, reader))


def _word(kind: type[Word], reader: Reader) -> Word:
    return kind(reader.text())
