"""What people read, kept word for word in files beside this one.

A changed text fails its test and is written to `kept/<name>.new`; a person who likes it renames that file.
"""

from pathlib import Path

FOLDER = Path(__file__).with_name("kept")


def assert_as_kept(name: str, text: str) -> None:
    """Fails, leaving the new text beside the kept one, unless the two are the same."""
    kept, new = FOLDER / name, FOLDER / f"{name}.new"
    if kept.exists() and kept.read_text(encoding="utf-8") == text:
        new.unlink(missing_ok=True)
        return
    new.write_text(text, encoding="utf-8")
    raise AssertionError(f"{kept.name} is not what was written now: compare it with {new}")
