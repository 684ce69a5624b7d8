"""deploy/alertmanager, by the real Alertmanager: it is valid, who is told of what, and what is silenced by what."""

import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.operations.alerting import CONFIGURATION, Alertmanager, Told, notifying, readable_by_debians
from tests.operations.programs import program
from tests.operations.prometheus_files import alerts
from tests.operations.scraping import scraping
from tests.store.ports import free_ports
from tests.store.until import until

_WITHIN: Final = 60.0
_FIRST: Final = "referee-1:9464"
_SECOND: Final = "referee-2:9464"
_SEVERITIES: Final = {(alert.name, alert.severity) for alert in alerts()}


def amtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What amtool says, and whether it is content."""
    return subprocess.run([program("amtool"), *map(str, arguments)], capture_output=True, text=True, check=False)


def alert(name: str, severity: str = "page", **labels: str) -> dict[str, str]:
    """Labels of one that there is."""
    assert (name, severity) in _SEVERITIES
    return {"alertname": name, "severity": severity, **labels}


def _inhibitions() -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = yaml.safe_load(CONFIGURATION.read_text())["inhibit_rules"]
    return rules


def _named(matchers: list[str]) -> set[str]:
    """Alerts that matchers name."""
    found = re.findall(r'alertname=~?"([^"]+)"', " ".join(matchers))
    return {name for names in found for name in names.split("|")}


def test_the_configuration_is_valid(tmp_path: Path) -> None:
    checked = amtool("check-config", readable_by_debians(tmp_path, "http://127.0.0.1:1"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "3 receivers" in checked.stdout


@pytest.mark.parametrize(("name", "severity"), sorted(_SEVERITIES))
def test_an_alert_goes_to_the_receiver_of_its_severity(name: str, severity: str, tmp_path: Path) -> None:
    configuration = readable_by_debians(tmp_path, "http://127.0.0.1:1")
    routed = amtool(
        *("config", "routes", "test", f"--config.file={configuration}", f"--verify.receivers={severity}"),
        *(f"alertname={name}", f"severity={severity}", f"instance={_FIRST}"),
    )
    assert routed.returncode == 0, routed.stdout + routed.stderr


def test_inhibition_names_only_alerts_that_there_are() -> None:
    named = {
        name
        for rule in _inhibitions()
        for matchers in (rule["source_matchers"], rule["target_matchers"])
        for name in _named(matchers)
    }
    assert named
    assert named - {name for name, _ in _SEVERITIES} == set()


def test_nothing_silences_that_the_store_is_down() -> None:
    for rule in _inhibitions():
        assert "EuchreStoreDown" not in _named(rule["target_matchers"])
        assert _named(rule["target_matchers"]) or rule["target_matchers"] == ['severity="ticket"']


async def _suppressed(alertmanager: Alertmanager, *labels: dict[str, str]) -> None:
    """Comes back when Alertmanager has all of these, and holds them back."""

    async def are() -> bool:
        states = await alertmanager.states()
        return all(states.get((each["alertname"], each["severity"])) == "suppressed" for each in labels)

    await until(are, _WITHIN)


async def _told(alertmanager: Alertmanager, *labels: dict[str, str], status: str = "firing") -> None:
    """Comes back when the receivers of all of these know."""
    wanted = {Told(each["severity"], each["alertname"], each["severity"], status) for each in labels}
    await until(lambda: wanted <= set(alertmanager.told), _WITHIN)


def _firing(alertmanager: Alertmanager) -> set[tuple[str, str]]:
    """Name and receiver of what was told as firing until now."""
    return {(each.name, each.receiver) for each in alertmanager.told if each.status == "firing"}


async def test_a_store_that_is_down_is_told_and_not_what_follows_from_it(tmp_path: Path) -> None:
    down = alert("EuchreStoreDown", instance=_FIRST, job="euchre-referee")
    was_down = alert("EuchreStoreWasDown", "info")
    objectives = (alert("EuchreDecisionsFailing"), alert("EuchreDecisionsSlow"))
    of_failing = (alert("EuchreDecisionsFailing", "ticket"), alert("EuchreCallsFailing", "ticket"))
    follow = (
        *(alert("EuchreRefereeNotReady", instance=_FIRST), alert("EuchreHouseBotsDown", instance=_FIRST)),
        *(alert("EuchreErrorsLogged", "ticket", instance=_FIRST), alert("EuchreSweeperLate", "ticket")),
        *(alert("EuchreStoreReconnecting", "ticket", instance=_FIRST), alert("EuchreTournamentIdle", "ticket")),
        *(alert("EuchreTurnsTimingOut", "ticket"), alert("EuchreAppendConflicts", "ticket")),
    )
    # Another's trouble, and what a store that is away does not bring about.
    others = (
        *(alert("EuchreRefereeDown", instance=_SECOND), alert("EuchreStoreMemoryLow"), alert("EuchreLogBroken")),
        alert("EuchreOpenFilesLow", "ticket", instance=_FIRST),
    )
    async with notifying(tmp_path) as alertmanager:
        await alertmanager.post(down, was_down)
        await _told(alertmanager, down, was_down)
        await alertmanager.post(*objectives, *of_failing, *follow)
        await _suppressed(alertmanager, *objectives, *of_failing, *follow)
        await alertmanager.post(*others)
        await _told(alertmanager, *others)
        told = {(each["alertname"], each["severity"]) for each in (down, was_down, *others)}
        assert _firing(alertmanager) == told

        # It is back. What goes on is told now, but the objectives' memory of it is not.
        await alertmanager.post(down, over=True)
        await _told(alertmanager, down, status="resolved")
        await _told(alertmanager, *follow)
        await _suppressed(alertmanager, *objectives, *of_failing)
        assert not {each["alertname"] for each in (*objectives, *of_failing)} & {
            each.name for each in alertmanager.told
        }
        await alertmanager.post(was_down, over=True)
        await _told(alertmanager, *objectives)


async def test_one_referee_without_the_store_silences_no_other_referee(tmp_path: Path) -> None:
    down = alert("EuchreStoreDown", instance=_FIRST)
    others = (
        *(alert("EuchreRefereeNotReady", instance=_SECOND), alert("EuchreErrorsLogged", "ticket", instance=_SECOND)),
        alert("EuchreSweeperStopped"),
    )
    async with notifying(tmp_path) as alertmanager:
        await alertmanager.post(down)
        await _told(alertmanager, down)
        await alertmanager.post(*others)
        await _told(alertmanager, *others)


async def test_whoever_is_woken_gets_no_ticket_of_the_same(tmp_path: Path) -> None:
    pages = (
        *(alert("EuchreDecisionsFailing"), alert("EuchreCertificateExpires", instance=_FIRST)),
        *(alert("EuchreSweeperStopped"), alert("EuchreStoreDiskLow"), alert("EuchreHouseBotsDown", instance=_FIRST)),
    )
    silenced = (
        *(alert("EuchreDecisionsFailing", "ticket"), alert("EuchreCertificateExpires", "ticket", instance=_FIRST)),
        *(alert("EuchreCallsFailing", "ticket"), alert("EuchreSweeperLate", "ticket")),
        *(alert("EuchreStoreDiskFilling", "ticket"), alert("EuchreHouseBotsDying", "ticket", instance=_FIRST)),
    )
    others = (alert("EuchreDecisionsSlow", "ticket"), alert("EuchreTournamentStalled", "ticket"))
    async with notifying(tmp_path) as alertmanager:
        await alertmanager.post(*pages)
        await _told(alertmanager, *pages)
        await alertmanager.post(*silenced)
        await _suppressed(alertmanager, *silenced)
        await alertmanager.post(*others)
        await _told(alertmanager, *others)
        assert _firing(alertmanager) == {(each["alertname"], each["severity"]) for each in (*pages, *others)}
        await alertmanager.post(*pages, over=True)
        await _told(alertmanager, *silenced)


async def test_prometheus_tells_and_whoever_is_on_call_hears(tmp_path: Path) -> None:
    [nobody] = free_ports(1)
    async with (
        notifying(tmp_path) as alertmanager,
        scraping([f"127.0.0.1:{nobody}"], None, tmp_path / "prometheus", alertmanager=alertmanager.address),
    ):
        await _told(alertmanager, alert("EuchreRefereeDown"))
