"""The embedded server is given jemalloc where there is one."""

from pathlib import Path

from euchre_referee.store.allocator import preloading
from euchre_referee.store.embedded import Embedded


def test_the_library_is_preloaded_where_it_is(tmp_path: Path) -> None:
    library = tmp_path / "here" / "libjemalloc.so.2"
    library.parent.mkdir()
    library.touch()
    places = [str(tmp_path / "nowhere"), str(tmp_path / "here")]
    assert preloading({"HOME": "/root"}, places) == {"HOME": "/root", "LD_PRELOAD": str(library)}


def test_without_the_library_nothing_is_preloaded(tmp_path: Path) -> None:
    assert preloading({"HOME": "/root"}, [str(tmp_path)]) == {"HOME": "/root"}


def test_a_choice_that_was_made_stands(tmp_path: Path) -> None:
    (tmp_path / "libjemalloc.so.2").touch()
    assert preloading({"LD_PRELOAD": "other.so"}, [str(tmp_path)]) == {"LD_PRELOAD": "other.so"}


def test_the_server_runs_with_it_if_this_machine_has_it() -> None:
    library = preloading({}).get("LD_PRELOAD")
    with Embedded() as server:
        mapped = Path(f"/proc/{server.pid}/maps").read_text()
    assert ("jemalloc" in mapped) == (library is not None)
