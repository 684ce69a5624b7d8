"""What commands end with (docs/configuration.md, "Exit codes")."""

from typing import Final

DONE: Final = 0
REFUSED: Final = 1
"""The referee refused or cannot be reached, or the bot broke."""
BAD_ARGUMENTS: Final = 2
"""The command line or the configuration is wrong: the same again ends the same way."""
STORE_AWAY: Final = 3
"""The store does not answer, or takes nothing: later it may."""
STORE_UNFIT: Final = 4
"""The store must not be used as it is: version, settings, password, layout, or keys of sealed games."""
CANNOT_LISTEN: Final = 5
"""An address cannot be had."""
