"""Choosing a pool on the command line: `--on here`, `--on ray`, `--on ray=ADDRESS`."""

import argparse
import importlib.util
import os

from sommet.errors import InvalidOptions
from sommet.workers.pool import InProcess, Pool, Processes

HERE = "here"


def add_pool_options(parser: argparse.ArgumentParser, *, size: str = "--workers") -> None:
    """Add `--on` and the number of workers; `size` is the name of that option in this command."""
    parser.add_argument(
        size,
        dest="workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of workers on this machine (default: one for each core)",
    )
    parser.add_argument(
        "--on",
        default=HERE,
        metavar="WHERE",
        help="here (default), ray for this machine's own Ray or $RAY_ADDRESS, "
        "ray=ADDRESS for a cluster, such as ray=auto or ray=10.0.0.1:6379",
    )


def make_pool(args: argparse.Namespace, *, threaded: bool = False) -> Pool:
    """Return the pool that the options ask for.

    Args:
        args: The parsed options.
        threaded: Whether each task uses all cores of this machine by itself.

    Raises:
        InvalidOptions: there is no such pool, or Ray is not installed or not running.
    """
    if args.workers < 1:
        raise InvalidOptions("at least 1 must do the work")
    place, _, address = args.on.partition("=")
    if place == HERE and not address:
        return InProcess() if threaded or args.workers == 1 else Processes(args.workers)
    if place != "ray" or args.on == "ray=":
        raise InvalidOptions(f"work is done on `here`, `ray` or `ray=ADDRESS`, not on {args.on!r}")
    if importlib.util.find_spec("ray") is None:
        raise InvalidOptions("--on ray needs Ray: install Sommet with its extra [cluster]")
    from sommet.workers.ray_pool import RayPool

    return RayPool(address or None, args.workers)
