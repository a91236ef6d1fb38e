"""What deploy/ holds can be read by those it is for, and names only what exists."""

import configparser
import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from prometheus_client.parser import text_string_to_metric_families

from sommet.cli.main import COMMANDS, build_parser
from sommet.server.observe.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service")) + sorted(
    (DEPLOY / "systemd").glob("*.timer")
)
#: Words of PromQL, which are no metrics.
PROMQL = {
    "sum",
    "by",
    "le",
    "rate",
    "increase",
    "count",
    "histogram_quantile",
    "label_values",
    "up",
}


def exported() -> set[str]:
    """The names of every sample that the server can export."""
    names = set()
    for family in text_string_to_metric_families(Metrics().text().decode()):
        names.add(family.name)
        endings = {
            "counter": ("_total",),
            "histogram": ("_bucket", "_sum", "_count"),
            "info": ("_info",),
        }
        names |= {family.name + ending for ending in endings.get(family.type, ())}
    return names


def metrics_in(expression: str) -> set[str]:
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\"[^\"]*\"|by \([^)]*\)", " ", expression)
    return {word for word in re.findall(r"\b[a-z_]{3,}\b", bare) if word not in PROMQL}


def accepts(words: list[str]) -> bool:
    try:
        build_parser().parse_args(words)
    except SystemExit:
        return False
    return True


def test_the_checks_themselves_can_fail() -> None:
    assert metrics_in('sum by (le) (rate(sommet_x_total{job="a"}[5m]))') == {"sommet_x_total"}
    assert "sommet_nothing_total" not in exported()
    assert not accepts(["serve", "--nonsense"])


def test_every_metric_of_the_dashboard_exists() -> None:
    board = json.loads((DEPLOY / "grafana" / "sommet.json").read_text("utf-8"))
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    expressions += [one["query"] for one in board["templating"]["list"] if one["type"] == "query"]
    assert len(expressions) > 15
    for expression in expressions:
        used = metrics_in(expression) - {"job"}
        assert used, expression
        assert used <= exported(), expression


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    text = (DEPLOY / "grafana" / "sommet.json").read_text("utf-8")
    families = text_string_to_metric_families(Metrics().text().decode())
    ours = {family.name for family in families if family.name.startswith("sommet_")}
    missing = {name for name in ours if not name.endswith("_created") and name not in text}
    assert missing == set()


def test_panels_do_not_lie_on_each_other() -> None:
    board = json.loads((DEPLOY / "grafana" / "sommet.json").read_text("utf-8"))
    taken = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert max(x for x, _ in cells) < 24
        assert not cells & taken, panel["title"]
        taken |= cells


def test_alerts_use_metrics_that_exist() -> None:
    settings = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    (file,) = settings["rule_files"]
    groups = yaml.safe_load((DEPLOY / "prometheus" / file).read_text("utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert len(rules) >= 5
    for rule in rules:
        assert metrics_in(rule["expr"]) <= exported() | {"code", "job"}, rule["alert"]
        assert rule["annotations"]["summary"]


def bot_settings() -> dict[str, str]:
    """Return what the settings of a program in the lobby look like."""
    text = (DEPLOY / "systemd" / "sommet-bot.env").read_text("utf-8")
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.M))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_can_be_read(unit: Path, tmp_path: Path) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(unit.read_text("utf-8"))
    assert "Unit" in parser
    if unit.suffix == ".service":
        program, command, *options = parser["Service"]["ExecStart"].split()
        assert program == "/opt/sommet/bin/sommet"
        assert command in COMMANDS
        words = [word.replace("%i", "8421") for word in options if not word.startswith("$")]
        if command == "bot":
            words += bot_settings()["SOMMET_BOT_OPTIONS"].split()
        assert accepts([command, *words])
        assert parser["Service"]["User"] == "sommet"
        assert parser["Service"]["NoNewPrivileges"] == "yes"
        assert parser["Service"]["UMask"] == "0077"
        if "StateDirectory" in parser["Service"]:
            assert parser["Service"]["StateDirectoryMode"] == "0700"
    if shutil.which("systemd-analyze"):
        # The program it starts is not installed here.
        text = unit.read_text("utf-8").replace("/opt/sommet/bin/sommet", "/bin/true")
        for other in UNITS:
            name = other.name.replace("@.", "@8421.")
            (tmp_path / name).write_text(
                other.read_text("utf-8").replace("/opt/sommet/bin/sommet", "/bin/true")
            )
        here = tmp_path / unit.name.replace("@.", "@8421.")
        here.write_text(text)
        told = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(here)],
            capture_output=True,
            text=True,
            check=False,
        )
        complaints = [line for line in told.stderr.splitlines() if str(tmp_path) in line]
        assert (told.returncode, complaints) == (0, [])


def test_the_settings_of_the_units_are_understood() -> None:
    text = (DEPLOY / "systemd" / "sommet.env").read_text("utf-8")
    settings = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", text, re.M))
    assert set(settings) == {"SOMMET_DATABASE_URL", "SOMMET_OPTIONS"}
    assert accepts(["serve", *settings["SOMMET_OPTIONS"].split()])
    used = set(re.findall(r"\$([A-Z_]+)", "".join(unit.read_text("utf-8") for unit in UNITS)))
    assert set(bot_settings()) == {"SOMMET_TOKEN", "SOMMET_BOT_OPTIONS"}
    assert used <= {*settings, *bot_settings()}


def substituted(text: str) -> str:
    """Return a word of the compose file where nothing is set."""
    return re.sub(r"\$\{\w+:-(.*?)\}", r"\1", text)


def test_the_compose_file_describes_what_exists() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(services) == {"server-1", "server-2", "backup", "postgres", "nginx"}
    known = {
        "image",
        "build",
        "restart",
        "environment",
        "depends_on",
        "stop_grace_period",
        "read_only",
        "tmpfs",
        "cap_add",
        "cap_drop",
        "user",
        "security_opt",
        "command",
        "healthcheck",
        "profiles",
        "volumes",
        "ports",
        "shm_size",
    }
    for name, service in services.items():
        assert set(service) <= known, name
        assert "image" in service
        if service["image"] == "sommet":
            command, *options = (substituted(word) for word in service["command"])
            assert accepts([command, *options]), name
        assert service["cap_drop"] == ["ALL"], name
        assert service["read_only"] is True, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        for needed in service.get("depends_on", ()):
            assert needed in services
        for volume in service.get("volumes", ()):
            source = substituted(volume).split(":")[0]
            if source.startswith("./nginx"):
                assert (DEPLOY / source).is_file(), source
            elif not source.startswith("."):
                assert source in compose["volumes"]
    build = services["server-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    upstreams = re.findall(r"server (\S+):8420", (DEPLOY / "nginx" / "compose.conf").read_text())
    assert set(upstreams) <= set(services)


def read_containerfile() -> list[list[str]]:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.M))
    return [line.split() for line in joined.splitlines() if line.strip()]


def test_the_containerfile_copies_what_exists_and_runs_as_nobody_special() -> None:
    """`make containers` builds and runs it; this reads the file as a builder would begin to."""
    instructions = read_containerfile()
    known = {
        "FROM",
        "WORKDIR",
        "COPY",
        "RUN",
        "USER",
        "ENV",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
    }
    assert {line[0] for line in instructions} <= known | {"ENTRYPOINT", "CMD"}
    stages = {line[3] for line in instructions if line[0] == "FROM" and len(line) == 4}
    assert stages == {"page", "package"}
    for line in instructions:
        if line[0] == "COPY":
            option = next((word for word in line if word.startswith("--from=")), None)
            if option is not None:
                assert option.removeprefix("--from=") in stages
            else:
                for source in line[1:-1]:
                    assert (ROOT / source).exists(), source
    last = instructions[max(i for i, line in enumerate(instructions) if line[0] == "FROM") :]
    assert ["USER", "sommet"] in last
    command = json.loads(" ".join(next(line[1:] for line in last if line[0] == "CMD")))
    assert accepts(command)
    ignored = (ROOT / ".dockerignore").read_text()
    assert ignored == (ROOT / ".containerignore").read_text()
    assert "node_modules" in ignored


def pins_in(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / name).read_text("utf-8")
    return dict(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;]+)", text, re.M))


def test_the_image_holds_the_versions_that_are_tested() -> None:
    """All that pip fetches is in container.txt, with hashes; our own package needs no more."""
    installs = [
        command.split()
        for line in read_containerfile()
        for command in " ".join(line[1:]).split("&&")
        if line[0] == "RUN" and "pip install" in command
    ]
    assert len(installs) == 2
    fetching, building = installs
    assert "--require-hashes" in fetching
    assert fetching[-2:] == ["-r", "requirements/container.txt"]
    assert {"--no-deps", "--no-index", "--no-build-isolation"} <= set(building)
    image, tested = pins_in("container.txt"), pins_in("test.txt")
    assert len(image) > 25
    assert image.items() <= tested.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    for text in (
        *project["project"]["dependencies"],
        *extras["server"],
        *extras["postgres"],
        *project["build-system"]["requires"],
    ):
        requirement = Requirement(text)
        assert requirement.specifier.contains(image[requirement.name]), text
