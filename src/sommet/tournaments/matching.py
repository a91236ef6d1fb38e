"""The cheapest pairing among those that leave as few players as possible unpaired."""

from collections.abc import Iterable

import rustworkx


def match(count: int, costs: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Return pairs of 0 to `count` - 1, each at most once, among those that have a cost."""
    edges = list(costs)
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight
    )
    return sorted((min(pair), max(pair)) for pair in found)
