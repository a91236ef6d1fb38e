/** Records as a server keeps them, read and drawn here as in Python: tests/core/stored_records.py. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Calls } from '../../src/core/calls';
import { games } from '../../src/protocol/offers';
import { readRecord } from '../../src/table/local/readRecord';
import { replayOf, type Frame } from '../../src/table/local/replay';
import type { Asks } from '../../src/table/position';
import { canonical } from '../canonical';
import { rules } from '../rules';

const core: Asks = {
  ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
    Promise.resolve().then(() => rules.ask(name, asked)),
};

type Stored = [name: string, text: string, frames: string[]];
const stored = readFileSync('tests/records/stored.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Stored);

const replayed = async (text: string) =>
  replayOf(core, await readRecord(core, games, 'AAAAAAAAAAAA', text), []);

/** What depends on who looks, and is not shown in a replay. */
const LEFT_OUT = new Set(['landings', 'refused', 'choices', 'commitment']);

function hash(frame: Frame): string {
  const kept = Object.entries(frame.board).filter(([name]) => !LEFT_OUT.has(name));
  const text = canonical({ ...frame, board: Object.fromEntries(kept) });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

describe('records of a server', () => {
  it.each(stored)('%s is shown as Python shows it', async (name, text, frames) => {
    const replay = await replayed(text);
    expect(replay.frames.map(hash)).toEqual(frames);
    expect(replay.outcome === null).toBe(name.includes('running') || /last-card|dealt/.test(name));
  });

  it('hides what a running round hides, and opens the rounds before it', async () => {
    const [, text] = stored.find(([name]) => name === 'match-running')!;
    const { frames } = await replayed(text);
    for (const { round, board } of frames) {
      if (board.kind !== 'pacal') throw new Error(board.kind);
      const running = round === frames.at(-1)!.round;
      expect(board.face_down === null).toBe(running);
      expect(board.hands.map(({ cards }) => cards === null)).toEqual([running, running]);
    }
    expect(new Set(frames.map(({ round }) => round)).size).toBeGreaterThan(1);
  });

  it('names the clause on time in Pylos alone: the rules of Pacal know no clock', async () => {
    for (const [kind, clause] of Object.entries({ pylos: 'PYL-9', match: null })) {
      const [, text] = stored.find(([name]) => name === `${kind}-time`)!;
      expect((await replayed(text)).outcome).toEqual({ winner: 0, reason: 'time', clause });
    }
  });

  it('names nobody where the record does not', async () => {
    const [, text] = stored.find(([name]) => name === 'pylos-running')!;
    expect((await replayed(text)).players).toEqual([null, 'Grace']);
  });
});
