/**
 * Tables of this browser stand after each step as the server's rules say: moves, takebacks, clocks,
 * endings. Written down by tests/core/stored_tables.py.
 */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Calls } from '../../src/core/calls';
import type { Board } from '../../src/protocol/boards';
import { games } from '../../src/protocol/offers';
import type { Intent } from '../../src/table/connection';
import type { Asks, LocalMode } from '../../src/table/local/game';
import { Local } from '../../src/table/local/local.svelte';
import { openLocal } from '../../src/table/local/open';
import { summaryOf } from '../../src/table/local/snapshot';
import { MemoryStore } from '../../src/table/local/store';
import { rules } from '../rules';

interface Standing {
  game: number;
  seat: number;
  moves: number;
  /** What the last mover's clock showed. */
  last: number | null;
  actor: number | null;
  /** Both seats' time, whose runs, and when that was so. */
  clock: [number, number, number | null, number] | null;
  can: string[];
  outcome: [number | null, string, string | null] | null;
}

interface Step {
  do: 'play' | 'answer' | 'next_round' | 'resign' | 'wait' | 'takeback' | 'draw' | 'rematch';
  move?: string;
  at: number;
  refused?: string;
  /** What is not as it was before. */
  now?: Partial<Standing>;
}

interface Stored {
  game: 'pylos' | 'pacal';
  mode: LocalMode;
  own: 0 | 1;
  clock: { minutes: number; increment_s: number } | null;
  began: number;
  deals: string[];
  steps: Step[];
}

const tables = readFileSync('tests/records/tables.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Stored);

/** However busy the machine is. */
const PATIENCE = { timeout: 60_000, interval: 1 };
const PROPOSALS = ['takeback', 'draw', 'rematch'];

/** The real core, but for the cards. */
function coreWith(deals: string[]): Asks {
  return {
    ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
      Promise.resolve().then(() =>
        name === 'pacal.deal' ? (deals.shift() as Calls[Name]['answer']) : rules.ask(name, asked),
      ),
  };
}

const actorOf = (board: Board) =>
  board.kind === 'pylos' ? board.turn : board.kind === 'pacal' ? board.actor : 0;

function standing({ snapshot }: Local): Standing {
  const { board, clock, outcome, you, moves, ...table } = snapshot!;
  return {
    game: table.game_number,
    seat: you.seat!,
    moves: table.ply,
    last: moves.at(-1)?.clock_ms ?? null,
    actor: outcome ? null : actorOf(board!),
    clock: clock && [...(clock.remaining_ms as [number, number]), clock.running, clock.at_ms],
    can: PROPOSALS.filter((what) => (you.can as string[]).includes(what)),
    outcome: outcome && [outcome.winner, outcome.reason, outcome.clause],
  };
}

describe('a table of this browser stands as a session of the server would', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(tables.map((one, n) => [`${n + 1}: ${one.game}, ${one.mode}`, one] as const))(
    'table %s',
    async (_, stored) => {
      let now = stored.began;
      let answer: (move: string) => void = () => {};
      const core = coreWith([...stored.deals]);
      const store = new MemoryStore();
      const { game, mode, clock } = stored;
      const seat = games[game].seats[stored.own]!;
      const id = await openLocal(core, store, games[game], { game, mode, clock, seat }, now);
      const table = new Local(
        id,
        core,
        Promise.resolve(store),
        () => new Promise((resolve) => (answer = resolve)),
        () => now,
      );
      await vi.waitFor(() => expect(table.link).toBe('open'), PATIENCE);

      async function act({ do: what, move = '' }: Step) {
        const { ply, you, seq } = table.snapshot!;
        if (what === 'answer' || what === 'wait') {
          if (what === 'answer') answer(move);
          else await vi.advanceTimersByTimeAsync(600_000);
          await vi.waitFor(() => expect(table.snapshot!.seq).toBeGreaterThan(seq), PATIENCE);
          return null;
        }
        if (what === 'play') {
          if (you.curtain !== null) await table.send({ type: 'lift_curtain', seat: you.curtain });
          return table.play(move);
        }
        const asked: Intent =
          what === 'next_round'
            ? { type: 'next_round', number: '', sha256: '' }
            : what === 'resign'
              ? { type: 'resign' }
              : { type: 'propose', what, ply };
        return table.send(asked);
      }

      let stands: Partial<Standing> = {};
      for (const [n, step] of stored.steps.entries()) {
        now = step.at;
        const refusal = await act(step);
        stands = { ...stands, ...step.now };
        const told = { n, refused: refusal?.code, ...standing(table) };
        expect(told).toEqual({ n, refused: step.refused, ...stands });
        expect(summaryOf((await store.get(id))!).outcome).toEqual(table.snapshot!.outcome);
      }
      table.close();
    },
  );
});
