"""Calls that are cancelled are nobody's fault, though gRPC complains of some of them with a traceback."""

import asyncio
import logging


def complain_of_no_cancelled_calls() -> None:
    """From now on gRPC's servers in this process say nothing of them: neither of those that a caller gave up before
    they began, nor of those that were open when a server was stopped."""
    logging.getLogger("grpc._cython.cygrpc").addFilter(_is_a_fault)


def _is_a_fault(record: logging.LogRecord) -> bool:
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)
