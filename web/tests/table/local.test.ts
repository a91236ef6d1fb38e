import { describe, expect, it, vi } from 'vitest';
import type { Calls } from '../../src/core/calls';
import type { GameOffer } from '../../src/protocol/offers';
import { askForCards } from '../../src/table/live/dealing';
import type { TableEvent } from '../../src/table/connection';
import {
  look,
  roundOf,
  type Asks,
  type LocalGame,
  type LocalMode,
  type LocalSetup,
  type LocalTable,
} from '../../src/table/local/game';
import { Local, type Think } from '../../src/table/local/local.svelte';
import { isLocal } from '../../src/table/local/id';
import { openLocal, optionsInForce } from '../../src/table/local/open';
import { replayOf } from '../../src/table/local/replay';
import { MemoryStore } from '../../src/table/local/store';
import { rules } from '../rules';

/** However busy the machine is. */
const PATIENCE = { timeout: 60_000 };

/** The real core, without its worker. */
const core: Asks = {
  ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
    Promise.resolve().then(() => rules.ask(name, asked)),
};

const offer = (game: 'pylos' | 'pacal'): GameOffer => ({
  game,
  modes: ['computer', 'hotseat', 'friend'],
  presets: [{ name: game === 'pylos' ? 'standard' : 'en', rulings: {} }],
  default_preset: game === 'pylos' ? 'standard' : 'en',
  rulings:
    game === 'pylos'
      ? [
          {
            name: 'takeback',
            clause: 'PYL-R1',
            choices: ['required', 'optional'],
            any_count: false,
            default: 'required',
            modes: ['computer', 'hotseat', 'friend'],
          },
        ]
      : [],
  fixed: [],
  opponents: [],
  default_opponent: 'level:3',
  seats: game === 'pylos' ? ['light', 'dark', 'lot'] : ['jade', 'copper', 'lot'],
});

async function opened(
  game: 'pylos' | 'pacal',
  mode: LocalMode,
  more: { think?: Think; now?: () => number; clock?: { minutes: number } } = {},
) {
  const store = new MemoryStore();
  const now = more.now ?? (() => 1000);
  const wanted = { game, mode, clock: more.clock ?? null, seat: 'light' as const };
  const id = await openLocal(core, store, offer(game), wanted, now());
  const table = new Local(id, core, Promise.resolve(store), more.think ?? null, now);
  const events: TableEvent[] = [];
  table.onevents = (happened) => events.push(...happened);
  await vi.waitFor(() => expect(table.link).toBe('open'), PATIENCE);
  return { id, store, table, events };
}

describe('two on one screen', () => {
  it('plays Pylos, refuses by the core, undoes, and ends', async () => {
    const { table, events, id } = await opened('pylos', 'hotseat');
    expect(isLocal(id)).toBe(true);
    expect(table.snapshot?.you).toMatchObject({ seats: [0, 1], seat: 0, curtain: null });
    expect(await table.play('1b2')).toBeNull();
    expect(table.snapshot?.you.seat).toBe(1);
    const refusal = await table.play('1b2');
    expect(refusal).toMatchObject({ code: 'illegal_move', clause: 'PYL-2' });
    expect(table.snapshot?.ply).toBe(1);
    expect(await table.play('1c3')).toBeNull();
    expect(await table.send({ type: 'propose', what: 'takeback', ply: 2 })).toBeNull();
    expect(table.snapshot?.moves.map(({ move }) => move)).toEqual(['1b2']);
    expect(await table.send({ type: 'resign' })).toBeNull();
    expect(table.snapshot?.outcome).toEqual({ winner: 0, reason: 'resignation', clause: null });
    expect(table.snapshot?.you.can).toEqual(['rematch']);
    expect(await table.play('1d1')).toMatchObject({ code: 'game_over' });
    expect(await table.send({ type: 'propose', what: 'rematch', ply: 1 })).toBeNull();
    expect(table.snapshot).toMatchObject({ game_number: 2, ply: 0, outcome: null });
    expect(events.map(({ type }) => type)).toEqual([
      'moved',
      'moved',
      'taken_back',
      'ended',
      'started',
    ]);
  });

  it('survives a reload, and notices another window', async () => {
    const { table, store, id } = await opened('pylos', 'hotseat');
    await table.play('1b2');
    const again = new Local(id, core, Promise.resolve(store));
    await vi.waitFor(() => expect(again.snapshot?.ply).toBe(1), PATIENCE);
    expect(await again.play('1c3')).toBeNull();
    expect(await table.play('1a1')).toMatchObject({ code: 'stale' });
    expect(table.snapshot?.moves.map(({ move }) => move)).toEqual(['1b2', '1c3']);
  });

  it('hides hands behind the curtain, and plays rounds until one has three', async () => {
    const { table } = await opened('pacal', 'hotseat');
    const hands = () =>
      table.snapshot?.board?.kind === 'pacal'
        ? table.snapshot.board.hands.map(({ cards }) => cards)
        : [];
    expect(table.snapshot?.you.curtain).not.toBeNull();
    expect(hands()).toEqual([null, null]);
    for (let step = 0; table.snapshot?.status !== 'finished'; step++) {
      expect(step).toBeLessThan(2000);
      const { you, board, status } = table.snapshot!;
      if (board?.kind !== 'pacal') throw new Error('not Pacal');
      if (status === 'between_rounds') {
        expect(await askForCards(table)).toBeNull();
      } else if (you.curtain !== null) {
        expect(hands()).toEqual([null, null]);
        expect(await table.play('decline')).toMatchObject({ code: 'curtain' });
        expect(await table.send({ type: 'lift_curtain', seat: you.curtain })).toBeNull();
        expect(hands()[you.curtain]).not.toBeNull();
        expect(hands()[1 - you.curtain]).toBeNull();
      } else {
        const { choices } = board;
        const field = choices?.fields.find(({ allowed }) => allowed);
        const move = choices?.takeable[0]
          ? `take ${choices.takeable[0]}`
          : field
            ? `build ${field.field}`
            : choices?.may_decline
              ? 'decline'
              : `offer ${choices?.offerable[0]} ${choices?.offerable[1]}`;
        expect(await table.play(move)).toBeNull();
      }
    }
    const { match, outcome } = table.snapshot!;
    expect(match?.markers[outcome!.winner!]).toBe(3);
    expect(match?.finished).toHaveLength(match!.round);
  }, 60_000);

  it('lets time run out', async () => {
    vi.useFakeTimers();
    try {
      let now = 0;
      const { table } = await opened('pylos', 'hotseat', { now: () => now, clock: { minutes: 1 } });
      await table.play('1b2');
      expect(table.snapshot?.clock?.running).toBe(1);
      now = 60_001;
      await vi.advanceTimersByTimeAsync(60_002);
      expect(table.snapshot?.outcome).toEqual({ winner: 0, reason: 'time', clause: 'PYL-9' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('alone', () => {
  it('builds card after card', async () => {
    const { table } = await opened('pacal', 'solo');
    for (let step = 0; !table.snapshot?.outcome; step++) {
      expect(step).toBeLessThan(40);
      const { board } = table.snapshot!;
      if (board?.kind !== 'solo') throw new Error('not solo');
      const field = board.choices!.fields.find(({ allowed }) => allowed)!;
      expect(await table.play(`build ${field.field}`)).toBeNull();
    }
    expect(table.snapshot.you.can).toEqual(['rematch']);
  });
});

describe('against the computer', () => {
  it('says that the computer is not there yet, and asks again', async () => {
    vi.useFakeTimers();
    try {
      let fails = true;
      const think: Think = () =>
        fails ? Promise.reject(new Error('no file')) : Promise.resolve('1c3');
      const { table } = await opened('pylos', 'computer', { think });
      const troubles: string[] = [];
      table.ontrouble = ({ key }) => troubles.push(key ?? '');
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      await table.play('1b2');
      await vi.waitFor(() => expect(troubles).toEqual(['refused.not_here']), PATIENCE);
      fails = false;
      await vi.advanceTimersByTimeAsync(6000);
      await vi.waitFor(() => expect(table.snapshot?.ply).toBe(2), PATIENCE);
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers by itself, and an undo calls its thinking off', async () => {
    const asked: AbortSignal[] = [];
    let answer: (move: string) => void = () => {};
    const think: Think = (_, __, signal) => {
      asked.push(signal);
      return new Promise((resolve) => (answer = resolve));
    };
    const { table } = await opened('pylos', 'computer', { think });
    await table.play('1b2');
    expect(table.snapshot?.thinking).toMatchObject({ seat: 1 });
    expect(table.snapshot?.you.can).not.toContain('play');
    await table.send({ type: 'propose', what: 'takeback', ply: 1 });
    expect(asked[0]?.aborted).toBe(true);
    answer('1c3');
    await table.play('1b3');
    expect(table.snapshot?.moves.map(({ move }) => move)).toEqual(['1b3']);
    answer('1c3');
    await vi.waitFor(() => expect(table.snapshot?.ply).toBe(2), PATIENCE);
    expect(table.snapshot?.you.can).toContain('play');
  });
});

describe('rulings', () => {
  it('names those in force and what differs', () => {
    const wanted = {
      game: 'pylos' as const,
      mode: 'computer' as const,
      rulings: { takeback: 'optional' },
    };
    expect(optionsInForce(offer('pylos'), wanted).rulings).toEqual([
      {
        name: 'takeback',
        clause: 'PYL-R1',
        value: 'optional',
        default: 'required',
        is_default: false,
      },
      { name: 'light', clause: 'PYL-R4', value: 'lot', default: 'lot', is_default: true },
    ]);
  });
});

/** Plays the first thing allowed, deals by number, until the game is over. */
async function playOut(setup: LocalSetup, start: string | null = null): Promise<LocalTable> {
  const deal = (seed: number) => core.ask('pacal.deal', { seed, solo: setup.mode === 'solo' });
  const deals = setup.game === 'pacal' ? [await deal(1)] : [];
  let game: LocalGame = {
    number: 1,
    own: 0,
    start,
    deals,
    turns: [],
    rounds: [],
    ending: null,
    clock: null,
    lifted: null,
  };
  for (let step = 0; step < 2000; step++) {
    const { board, actor, roundEnding, outcome } = await look(core, setup, game, null, true);
    if (roundEnding && game.rounds.length < game.deals.length)
      game = { ...game, rounds: [...game.rounds, roundEnding] };
    if (outcome)
      return { id: 'local_1', setup, created_ms: 0, updated_ms: 0, seq: 1, finished: true, game };
    if (roundEnding) {
      game = { ...game, deals: [...game.deals, await deal(game.deals.length + 1)] };
      continue;
    }
    const round = roundOf(game);
    const rulesAsked = { preset: setup.options.preset, rulings: setup.rulings };
    const moves = game.turns.filter((turn) => turn.round === round).map(({ move }) => move);
    const turns = game.deals[round - 1];
    const choices =
      board.kind === 'pylos'
        ? await core.ask('pylos.moves', { ...rulesAsked, start, moves })
        : board.kind === 'solo'
          ? (await core.ask('pacal.solo', { ...rulesAsked, deal: turns!, actions: moves })).actions
          : (
              await core.ask('pacal.round', {
                ...rulesAsked,
                deal: turns!,
                actions: moves,
                viewer: actor,
              })
            ).actions;
    const clock_ms = setup.clock ? 60_000 + step * 250 : null;
    const turn = { seat: actor!, move: choices[step % choices.length]!, round, clock_ms };
    game = { ...game, turns: [...game.turns, turn] };
  }
  throw new Error('the game does not end');
}

describe('records', () => {
  const setup = (game: 'pylos' | 'pacal', mode: LocalMode, preset: string): LocalSetup => ({
    game,
    mode,
    options: { preset, rulings: [] },
    rulings: game === 'pylos' ? { takeback: 'optional' } : {},
    opponent: null,
    clock: game === 'pylos' ? { initial_ms: 60_000, increment_ms: 0 } : null,
    name: 'Ada "A." L.',
  });

  const DARK_BEGINS = 'LDL./..../..../....|.../.../...|../..|. D';
  // The golden files are read and replayed by Python too: tests/core/test_core_records.py.
  it.each([
    ['pylos', setup('pylos', 'hotseat', 'expert'), null],
    ['pylos-dark', setup('pylos', 'hotseat', 'standard'), DARK_BEGINS],
    ['pacal', setup('pacal', 'hotseat', 'fr'), null],
    ['solo', setup('pacal', 'solo', 'en'), null],
  ])('of %s are as the golden file', async (name, one, start) => {
    const table = await playOut(one, start);
    const replay = await replayOf(core, table, ['Ada "A." L.', 'Grace']);
    expect(replay.frames.filter(({ move }) => move)).toHaveLength(table.game.turns.length);
    await expect(replay.text).toMatchFileSnapshot(`../records/${name}.txt`);
  });
});
