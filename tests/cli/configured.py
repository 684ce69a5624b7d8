"""What `euchre serve` is told by flags and by the environment of the test."""

import argparse
import os

from euchre_referee.cli.configuration.sources import gathered
from euchre_referee.cli.serving_options import serving_parser


def configured(*arguments: str) -> argparse.Namespace:
    """The options, all of which can be understood."""
    configuration = gathered(serving_parser("euchre serve", None), arguments, os.environ)
    assert configuration.problems == ()
    return configuration.options
