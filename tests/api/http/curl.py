"""As much of curl as the examples use, for machines without it."""

import argparse
import signal
import sys
from contextlib import suppress
from time import monotonic
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def main() -> None:
    """Calls, and writes the answer as it comes."""
    # Whoever reads a line of it and goes away ends it.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    for flag in ("-s", "-N", "-i"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("-o")
    parser.add_argument("-w", default="")
    parser.add_argument("--max-time", type=float, default=60.0)
    asked = parser.parse_args([part for word in sys.argv[1:] for part in _apart(word)])
    headers = dict(line.split(": ", 1) for line in asked.H)
    request = Request(asked.url, asked.d.encode() if asked.d else None, headers)
    ends = monotonic() + asked.max_time
    try:
        response = urlopen(request, timeout=asked.max_time)
    except HTTPError as error:
        response = error
    with suppress(TimeoutError), response:
        if asked.i:
            for name, value in response.headers.items():
                print(f"{name}: {value}")
            print()
        while monotonic() < ends and (line := response.readline()):
            if asked.o is None:
                print(line.decode(), end="", flush=True)
        print(asked.w.replace("%{http_code}", str(response.status)).replace("\\n", "\n"), end="", flush=True)


def _apart(word: str) -> list[str]:
    """`-sN` as `-s -N`."""
    return [f"-{letter}" for letter in word[1:]] if word in ("-si", "-sN") else [word]


if __name__ == "__main__":
    main()
