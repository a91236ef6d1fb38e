"""Settings for every test."""

import signal
import threading

import pytest
from hypothesis import settings

# A busy machine is no failure: examples have no time limit. They are the same in every run, so that
# a failure is there for everybody; the long run draws new ones each time.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile("same")

# Tests that were started in the background of a shell are deaf to Ctrl-C, and so would be the
# programs that they start and end by it.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: What takes longest goes first: nobody waits for it at the end, and no two processes share it and
#: prepare it twice.
LONGEST = (
    "test_workers_ray.py",
    "test_fuzz_files.py",
    "test_server_description.py",
    "test_adapters_ppo.py",
    "test_fuzz_threads.py",
    "test_core_rules.py",
    "test_server_faults.py",
    "test_browser_pylos.py",
    "test_browser_offline_games.py",
    "test_browser_everybody_feel.py",
    "test_browser_everybody_blind.py",
)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("new" if config.getoption("markexpr") == "soak" else "same")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))
