"""Records the document's examples anew: `python -m tests.web.openapi.record` (`make openapi-examples`)."""

import asyncio
import json
from pathlib import Path
from typing import Final

import httpx

from euchre_referee.api.openapi.examples import Example
from euchre_referee.cli.local import LocalStack
from tests.web.openapi.story import record

FILE: Final = Path(__file__).parents[3] / "service/euchre_referee/api/openapi/examples.json"


async def recorded() -> tuple[Example, ...]:
    """Every example, from a server of its own."""
    async with LocalStack() as stack, httpx.AsyncClient(base_url=f"http://{stack.http[0]}") as client:
        return await record(client, stack.address, stack.operator_token)


def main() -> None:
    """Writes the file."""
    examples = asyncio.run(recorded())
    text = json.dumps([each._asdict() for each in examples], indent=1, ensure_ascii=False)
    FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
