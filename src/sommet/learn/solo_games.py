"""Many solo games with covering at once, judged by a network that looks exactly one card ahead."""

from typing import Any

import numpy as np
import torch
from torch import nn

from sommet.learn.native import Floats
from sommet.learn.solo_steps import (
    CARDS,
    COVERS,
    FIELD_AT,
    FIELDS,
    FIELDS_AT,
    RULING_AT,
    STATE_BYTES,
    Shape,
    Steps,
)


def new_network(shape: Shape) -> nn.Sequential:
    """Return an untrained network: inputs, wide layer, narrow layer, one output."""
    network = nn.Sequential(
        nn.Linear(shape.inputs, shape.wide),
        nn.ReLU(),
        nn.Linear(shape.wide, shape.narrow),
        nn.ReLU(),
        nn.Linear(shape.narrow, 1),
    )
    nn.init.normal_(network[0].weight, std=0.05)
    return network


def pack(network: nn.Sequential, shape: Shape) -> Floats:
    """Return the weights in the order of engine/pacal_players/net.hpp."""
    first, narrow, out = network[0], network[2], network[4]
    parts = [
        first.weight.t()[: shape.rows + shape.dense],
        first.bias,
        narrow.weight.t(),
        narrow.bias,
        out.weight,
        out.bias,
    ]
    flat = torch.cat([part.detach().float().reshape(-1).cpu() for part in parts])
    return np.asarray(flat.numpy(), np.float32)


class Judge:
    """A network that judges states, with look-ahead."""

    CHUNK = 1 << 20

    def __init__(self, steps: Steps, network: nn.Sequential) -> None:
        self.steps = steps
        self.network = network.to(steps.device, steps.numbers)

    def inputs(self, states: Any, mirrored: Any = None) -> Any:
        """Return the network's inputs for each state (or its mirror image)."""
        rows = torch.zeros(
            (len(states), self.steps.shape.inputs),
            dtype=self.steps.numbers,
            device=self.steps.device,
        )
        self.steps.inputs(states, mirrored, rows)
        return rows

    def judge(self, states: Any) -> Any:
        """Return the chance to complete each pyramid; 1 where it is complete."""
        parts = []
        for part in states.split(self.CHUNK):
            straight = self.network(self.inputs(part))
            turned = torch.ones(len(part), dtype=torch.bool, device=self.steps.device)
            logits = (straight + self.network(self.inputs(part, turned))).float() / 2
            done = (part[:, FIELDS_AT] > 0).all(1)
            parts.append(torch.where(done, 1.0, torch.sigmoid(logits.squeeze(1))))
        return torch.cat(parts)

    def successors(self, states: Any, drawn: Any = None) -> Any:
        """Return all successors, for all cards or only the drawn ones."""
        counts = torch.zeros(len(states) * CARDS, dtype=torch.int32, device=self.steps.device)
        self.steps.count(states, drawn, counts)
        ends = counts.cumsum(0, dtype=torch.int64)
        out = torch.empty((int(ends[-1]), STATE_BYTES), dtype=torch.uint8, device=self.steps.device)
        self.steps.fill(states, counts, ends, out)
        return out

    def best(self, states: Any, drawn: Any = None, ahead: int = 0) -> tuple[Any, Any]:
        """Return the best chance (0: it fits nowhere) and its field for each state and card."""
        after = self.successors(states, drawn)
        value = self.chance(after, ahead).float().contiguous()
        slot = after[:, 20:24].contiguous().view(torch.int32).squeeze(1).long()
        key = value.view(torch.int32).long() * 16 + after[:, FIELD_AT]
        most = torch.zeros(len(states) * CARDS, dtype=torch.int64, device=self.steps.device)
        most.scatter_reduce_(0, slot, key, "amax")
        chance = (most >> 4).int().view(torch.float32)
        return chance.view(-1, CARDS), (most & 15).view(-1, CARDS)

    def chance(self, states: Any, ahead: int) -> Any:
        """Return the chance to complete, looking `ahead` cards ahead in full."""
        if ahead == 0:
            return self.judge(states)
        parts = []
        for part in states.split(1 << 14):
            best, _ = self.best(part, ahead=ahead - 1)
            parts.append(self.expected(part, best))
        return torch.cat(parts)

    def expected(self, states: Any, best: Any) -> Any:
        """Return the mean over the unseen cards; 1 where the pyramid is complete."""
        own = states[:, FIELDS_AT]
        unseen = CARDS - (own > 0).sum(1) - (own >= COVERS).sum(1)
        return torch.where((own > 0).all(1), 1.0, best.sum(1) / unseen)


class Games:
    """Solo games side by side; a finished game is replaced by a new one."""

    def __init__(self, steps: Steps, count: int) -> None:
        self.steps = steps
        self.states = torch.zeros((count, STATE_BYTES), dtype=torch.uint8, device=steps.device)
        self.restart(torch.ones(count, dtype=torch.bool, device=steps.device))

    def restart(self, which: Any, *, other_ruling: float = 0.125) -> None:
        """Restart these games; a share of them with the other setting of PAC-R6."""
        fresh = torch.zeros_like(self.states)
        unseen = torch.full(
            (len(fresh),), ((1 << CARDS) - 1) << 1, dtype=torch.int64, device=fresh.device
        )
        fresh[:, :8] = unseen.view(torch.uint8).view(-1, 8)
        chance = torch.rand(len(fresh), device=fresh.device)
        fresh[:, RULING_AT] = (chance >= other_ruling).to(torch.uint8)
        self.states = torch.where(which[:, None], fresh, self.states)

    def draw(self) -> Any:
        """Return a card for each game, drawn from its unseen ones."""
        unseen = self.states[:, :8].contiguous().view(torch.int64)
        numbers = torch.arange(1, CARDS + 1, device=self.steps.device)
        left = ((unseen >> numbers) & 1).float()
        return (torch.multinomial(left, 1).squeeze(1) + 1).to(torch.uint8)

    def fields(self, drawn: Any) -> Any:
        """Return which of the ten fields each game's card fits."""
        sets = torch.zeros(len(drawn), dtype=torch.int32, device=self.steps.device)
        self.steps.fields(self.states, drawn, sets)
        return (sets[:, None] >> torch.arange(FIELDS, device=self.steps.device)) & 1

    def build(self, drawn: Any, field: Any) -> None:
        """Build each game's card on a field where it fits."""
        rows = torch.arange(len(drawn), device=self.steps.device)
        own = self.states[:, FIELDS_AT]
        covers = (own[rows, field] > 0).to(torch.uint8) * COVERS
        own[rows, field] = drawn + covers
        unseen = self.states[:, :8].contiguous().view(torch.int64).squeeze(1)
        left = unseen & ~(1 << drawn.long())
        self.states[:, :8] = left.view(torch.uint8).view(-1, 8)


def trial(judge: Judge, deals: int, ahead: int, seed: int) -> tuple[float, float]:
    """Return the share of deals completed and the mean number of cards in those (PAC-R6: yes)."""
    torch.manual_seed(seed)
    games = Games(judge.steps, deals)
    games.states[:, RULING_AT] = 1
    playing = torch.ones(deals, dtype=torch.bool, device=judge.steps.device)
    won = torch.zeros_like(playing)
    cards = torch.zeros(deals, dtype=torch.int64, device=judge.steps.device)
    while bool(playing.any()):
        drawn = games.draw()
        at = playing.nonzero().squeeze(1)
        best, field = judge.best(games.states[at].contiguous(), drawn[at].contiguous(), ahead)
        column = (drawn[at].long() - 1)[:, None]
        fits = best.gather(1, column).squeeze(1) > 0
        playing[at[~fits]] = False
        at, field = at[fits], field.gather(1, column).squeeze(1)[fits]
        all_fields = torch.zeros(deals, dtype=torch.int64, device=judge.steps.device)
        all_fields[at] = field
        kept = games.states.clone()
        games.build(drawn, all_fields)
        games.states = torch.where(playing[:, None], games.states, kept)
        cards += playing
        done = (games.states[:, FIELDS_AT] > 0).all(1) & playing
        won |= done
        playing &= ~done
    return float(won.float().mean()), float(cards[won].float().mean())
