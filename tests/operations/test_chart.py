"""The Helm chart: linted and rendered by Helm itself, its manifests held against the schemas of Kubernetes.

Of the Prometheus operator's kinds there are no schemas offline; what they must have is looked at by hand.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from helm_python import Chart, HelmError, disable_logging, lint, package
from kubernetes_validate.utils import validate

from euchre_referee.api.limits import Limits
from euchre_referee.cli.configuration.options import options_of
from euchre_referee.cli.serving_options import serving_parser

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
CHART: Final = DEPLOY / "helm" / "euchre-referee"
SITES: Final = sorted((DEPLOY / "helm" / "values").glob("*.yaml"))
KUBERNETES: Final = ("1.29", "1.37")
"""The oldest that the chart allows, and the newest whose schemas are here."""
OPERATOR: Final = "monitoring.coreos.com/v1"

Manifest = dict[str, Any]

disable_logging()


def values(site: str) -> dict[str, Any]:
    """Those of a site in deploy/helm/values; of none, the chart's own."""
    if not site:
        return {}
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "helm" / "values" / f"{site}.yaml").read_text())
    return read


def rendered(given: Mapping[str, Any]) -> dict[str, Manifest]:
    """All manifests, by kind and name without the release's."""
    with Chart.load(CHART) as chart:
        chart.validate_schema(dict(given))
        texts = chart.render(dict(given), name="games", namespace="euchre")
    found = [each for path, text in texts.items() if path.endswith(".yaml") for each in yaml.safe_load_all(text)]
    names = {f"{each['kind']} {each['metadata']['name'].removeprefix('games-')}": each for each in found if each}
    assert len(names) == len([each for each in found if each])
    return names


def container(manifests: Mapping[str, Manifest]) -> dict[str, Any]:
    """The referee's."""
    only: dict[str, Any] = manifests["Deployment euchre-referee"]["spec"]["template"]["spec"]["containers"][0]
    return only


def variables(manifests: Mapping[str, Manifest]) -> dict[str, str]:
    """What the referee is told."""
    return {each["name"]: each.get("value", "") for each in container(manifests)["env"]}


@pytest.mark.parametrize("site", ["", *(path.stem for path in SITES)])
def test_helm_and_kubernetes_take_what_a_site_asks_for(site: str) -> None:
    report = lint(CHART, values(site), strict=True)
    assert [each for each in report["messages"] if each["severity"] > 1] == []
    for manifest in rendered(values(site)).values():
        if manifest["apiVersion"] != OPERATOR:
            for version in KUBERNETES:
                validate(manifest, version, strict=True)


@pytest.mark.parametrize(
    ("site", "url"),
    [
        ("", "redis://valkey:6379/0"),
        ("standalone", "redis://valkey.games.svc:6379/0"),
        (
            "sentinel",
            "rediss+sentinel://referee@sentinel-0.valkey:26379,sentinel-1.valkey:26379,sentinel-2.valkey:26379/games",
        ),
        ("cluster", "redis+cluster://valkey-0.valkey:6379,valkey-1.valkey:6379,valkey-2.valkey:6379"),
    ],
)
def test_the_store_is_named_as_a_referee_takes_it(site: str, url: str) -> None:
    manifests = rendered(values(site))
    assert variables(manifests)["EUCHRE_STORE"] == url
    assert ("EUCHRE_STORE_PASSWORD_FILE" in variables(manifests)) == bool(site)


def test_the_authority_of_the_stores_certificates_is_told_where_one_is_named() -> None:
    assert variables(rendered(values("sentinel")))["EUCHRE_STORE_CA"] == "/secrets/authority/ca.crt"
    assert "EUCHRE_STORE_CA" not in variables(rendered(values("standalone")))


def test_a_referee_is_told_all_that_its_store_may_ask_for() -> None:
    """As `euchre serve` would read it: every variable is an option's, and nothing does not go together."""
    known = {
        variable
        for option in options_of(serving_parser("euchre serve", None)).values()
        for variable in option.variables
    }
    told = variables(rendered(values("sentinel")))
    assert set(told) <= known
    assert told["EUCHRE_STORE_SENTINEL_USER"] == "asker"
    assert told["EUCHRE_STORE_SENTINEL_PASSWORD_FILE"] == "/secrets/sentinel/sentinel-password"
    assert (told["EUCHRE_STORE_CERT"], told["EUCHRE_STORE_KEY"]) == (
        "/secrets/store-client/tls.crt",
        "/secrets/store-client/tls.key",
    )


@pytest.mark.parametrize("site", ["", *(path.stem for path in SITES)])
def test_a_referee_has_time_to_drain_and_writes_nowhere_but_in_its_folder(site: str) -> None:
    manifests = rendered(values(site))
    pod = manifests["Deployment euchre-referee"]["spec"]["template"]["spec"]
    before = int(container(manifests)["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > before + int(variables(manifests)["EUCHRE_DRAIN_SECONDS"])
    assert pod["securityContext"]["runAsNonRoot"]
    assert container(manifests)["securityContext"]["readOnlyRootFilesystem"]
    mounted = {each["mountPath"]: each for each in container(manifests)["volumeMounts"]}
    assert [path for path, mount in mounted.items() if not mount.get("readOnly")] == ["/tmp"]
    volumes = {each["name"] for each in pod["volumes"]}
    assert volumes == {each["name"] for each in mounted.values()}
    for name, value in variables(manifests).items():
        if value.startswith("/"):
            assert str(Path(value).parent) in mounted, f"{name} names a file that is not mounted"


def test_referees_are_scaled_by_what_they_decide_and_not_by_a_number_as_well() -> None:
    manifests = rendered(values("cluster"))
    scaler = manifests["HorizontalPodAutoscaler euchre-referee"]["spec"]
    assert scaler["metrics"][0]["pods"]["metric"]["name"] == "euchre_decisions_per_second"
    assert "replicas" not in manifests["Deployment euchre-referee"]["spec"]
    assert "euchre_decisions_per_second" in (DEPLOY.parent / "docs" / "deploy.md").read_text()


def test_the_operator_gets_the_rules_that_prometheus_has() -> None:
    manifests = rendered(values("cluster"))
    monitor = manifests["ServiceMonitor euchre-referee"]["spec"]
    each = manifests["Service euchre-referee-each"]
    assert monitor["selector"]["matchLabels"].items() <= each["metadata"]["labels"].items()
    assert monitor["endpoints"][0]["port"] in {port["name"] for port in each["spec"]["ports"]}
    assert each["metadata"]["labels"][monitor["jobLabel"]] == "euchre-referee", "the job that the rules name"
    files = sorted((DEPLOY / "prometheus" / "rules").glob("*.yml"))
    assert files
    for file in files:
        rule = manifests[f"PrometheusRule euchre-referee-{file.stem}"]
        assert rule["spec"] == yaml.safe_load(file.read_text())
        assert rule["metadata"]["labels"]["release"] == "prometheus"


def test_only_who_is_named_reaches_referees_and_only_the_store_is_reached() -> None:
    policy = rendered(values("cluster"))["NetworkPolicy euchre-referee"]["spec"]
    players, observers = policy["ingress"]
    assert [port["port"] for port in players["ports"]] == ["grpc", "http"]
    assert players["from"] == values("cluster")["networkPolicy"]["players"]
    assert ([port["port"] for port in observers["ports"]], len(observers["from"])) == (["metrics"], 1)
    assert [port["port"] for port in policy["egress"][1]["ports"]] == [6379]
    assert len(rendered({})["NetworkPolicy euchre-referee"]["spec"]["ingress"]) == 1, "metrics are for nobody"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"replica": 3}, "replica"),
        ({"store": {"kind": "memcached"}}, "kind"),
        ({"store": {"hosts": []}}, "hosts"),
        ({"store": {"hosts": ["redis://valkey"]}}, "hosts"),
        ({"store": {"kind": "sentinel"}}, "service"),
        ({"store": {"service": "games"}}, "service"),
        ({"store": {"kind": "cluster", "database": 1}}, "database"),
        ({"store": {"hosts": ["a:1", "b:2"]}}, "hosts"),
        ({"store": {"fsync": "no"}}, "fsync"),
        ({"tls": {"existingSecret": ""}}, "tls"),
        ({"tokenKeys": {"existingSecret": ""}}, "existingSecret"),
        ({"image": {"digest": "sha256:12"}}, "digest"),
        ({"auth": "none"}, "auth"),
        ({"houseBots": ["clever"]}, "houseBots"),
        ({"limits": {"streams": "many"}}, "limits"),
        ({"limits": {"strems": 10}}, "strems"),
        ({"limits": {"streams": 0}}, "limits"),
        # Nobody would reach what is to be watched.
        ({"monitoring": {"enabled": True}}, "observers"),
        ({"drain": {"seconds": 0}}, "drain"),
        ({"extraEnv": {"EUCHRE_ACTION_LIMIT_MS": 10}}, "extraEnv"),
        ({"extraEnv": {"EUCHRE_LISTEN": "127.0.0.1:1"}}, "EUCHRE_LISTEN"),
        ({"networkPolicy": {"storePorts": [70000]}}, "storePorts"),
        ({"store": {"clientSecret": "x"}}, "clientSecret"),
        ({"store": {"sentinelPasswordSecret": {"name": "x"}}}, "sentinelPasswordSecret"),
        ({"store": {"kind": "sentinel", "service": "g", "sentinelUsername": "x"}}, "sentinelPasswordSecret"),
    ],
)
def test_values_that_do_not_fit_are_refused_by_name(wrong: dict[str, Any], told: str) -> None:
    with Chart.load(CHART) as chart, pytest.raises(HelmError, match=told):
        chart.validate_schema(chart.merge_values(wrong))


def test_what_the_chart_sets_itself_is_not_set_once_more() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    reserved = schema["properties"]["extraEnv"]["propertyNames"]["not"]["enum"]
    manifests = rendered(values("sentinel") | {"limits": {"streams": 5}})
    plain = rendered({"tls": {"existingSecret": "", "insecurePlaintext": True}})
    assert sorted(reserved) == sorted({*variables(manifests), *variables(plain)})


def test_no_fewer_referees_are_allowed_than_are_needed() -> None:
    with pytest.raises(HelmError, match=r"minReplicas is above"):
        rendered({"autoscaling": {"enabled": True, "minReplicas": 5, "maxReplicas": 2}})


def test_the_limits_that_may_be_set_are_those_that_there_are() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    assert schema["properties"]["limits"]["propertyNames"]["enum"] == [each.name for each in fields(Limits)]


def test_metrics_may_be_watched_where_no_policy_is_in_the_way() -> None:
    with Chart.load(CHART) as chart:
        chart.validate_schema(
            chart.merge_values({"monitoring": {"enabled": True}, "networkPolicy": {"enabled": False}})
        )


def test_the_package_holds_the_rules_themselves(tmp_path: Path) -> None:
    with Chart.load(package(CHART, destination=tmp_path)) as packed:
        names = {each["name"] for each in packed.files}
    assert {f"rules/{path.name}" for path in (DEPLOY / "prometheus" / "rules").glob("*.yml")} <= names
