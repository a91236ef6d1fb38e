"""The trainer's network, on a processor: what it packs, and what it never learns."""

import numpy as np
import pytest

from sommet.bots.pylos.weights import shipped_network
from sommet.learn import pylos_network_file as shape
from sommet.learn.ship import DATA


@pytest.fixture(scope="module")
def trainer():
    pytest.importorskip("torch", reason="the extra [learn] is not installed")
    from sommet.learn import pylos_network

    return pylos_network


@pytest.mark.parametrize("name", ["standard", "expert", "expert-optional"])
def test_shipped_networks_are_packed_as_they_were(trainer, name):
    numbers = shape.read_numbers(DATA / f"pylos-network-{name}.xz")
    network = trainer.StagedNetwork(blocks=shape.knows_blocks(numbers), device="cpu")
    network.unpack(numbers)
    network.rounds = name != "standard"  # which was trained without
    assert shape.network_bytes(network.pack()) == shipped_network(name).numbers


@pytest.mark.parametrize("blocks", [False, True])
def test_rows_that_a_network_does_not_have_stay_zero(trainer, blocks):
    torch = trainer.torch
    torch.manual_seed(1)
    network = trainer.StagedNetwork(blocks=blocks, device="cpu")
    optimiser = torch.optim.Adam(network.parameters(), lr=0.01)
    inputs = torch.zeros(64, trainer.PADDED)
    inputs[:, : shape.INPUTS] = torch.rand(64, shape.INPUTS) < 0.005
    stages, targets = torch.randint(0, shape.STAGES, (64,)), torch.randint(0, 2, (64,)).float()
    losses = []
    for _ in range(8):
        loss = network.loss(inputs, stages, targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        network.limit()
        losses.append(float(loss.detach()))
    assert losses[-1] < losses[0]
    known = shape.count_inputs(blocks=blocks)
    assert not network.first.weight[:, known:].any()
    packed = network.pack()
    assert shape.knows_blocks(packed) == blocks
    with torch.no_grad():
        before = network.logits(inputs, stages)
        inputs[:, known:] = 1 - inputs[:, known:]
        assert torch.equal(network.logits(inputs, stages), before)
    again = trainer.StagedNetwork(blocks=blocks, device="cpu")
    again.unpack(packed)
    assert np.array_equal(again.pack(), packed)
