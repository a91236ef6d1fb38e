/** Messages of a real server, folded by this page: tests/server/support/record_messages.py recorded them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Calls } from '../../src/core/calls';
import type { ServerMessage } from '../../src/protocol/messages';
import type { Board, Snapshot } from '../../src/protocol/snapshot';
import { changed, welcomed, withPresence, type OnlineTable } from '../../src/table/live/fold';
import { lookOnline, snapshotOnline } from '../../src/table/live/online';
import { boardAt } from '../../src/table/live/onlineHistory';
import type { Asks } from '../../src/table/position';
import { canonical } from '../canonical';
import { rules } from '../rules';

const core: Asks = {
  ask: <Name extends keyof Calls>(name: Name, asked: Calls[Name]['asked']) =>
    Promise.resolve().then(() => rules.ask(name, asked)),
};

function fold(table: OnlineTable | null, message: ServerMessage): OnlineTable | null {
  if (message.type === 'welcome') return welcomed(table, message);
  if (message.type === 'change') return table && changed(table, message, 0);
  if (message.type === 'presence') return table && withPresence(table, message);
  return table;
}

/** The board that a player sees of the move just made, before the server has answered; null for the others'. */
async function foreseen(before: OnlineTable | null, after: OnlineTable): Promise<Board | null> {
  const move = after.moves.at(-1);
  if (!before || !move || after.moves.length !== before.moves.length + 1) return null;
  if (move.seat !== after.standing.seat || after.setup.mode !== 'friend') return null;
  return boardAt(core, before, before.moves.length, move);
}

/** The snapshot without what depends on the moment. */
function plain({ stall, thinking, ...snapshot }: Snapshot): unknown {
  const rest = Object.entries(snapshot).filter(([name]) => name !== 'server_ms');
  return {
    ...Object.fromEntries(rest),
    stall: stall && { seat: stall.seat, may_claim: stall.may_claim },
    thinking: thinking && thinking.seat,
  };
}

/** What lies on a board, whoever looks. */
const balls = (board: Board) =>
  board.kind === 'pylos' ? board.position : board.kind === 'pacal' ? board.pyramids : board.pyramid;

describe('what a server sends', () => {
  it.each(readdirSync('tests/messages'))(
    '%s makes the same tables here and in Python',
    async (name) => {
      let table: OnlineTable | null = null;
      let seen = new Map<number, unknown>();
      let ahead = 0;
      const lines = readFileSync(`tests/messages/${name}`, 'utf8').trim().split('\n');
      expect(lines.length).toBeGreaterThan(4);
      for (const [index, line] of lines.entries()) {
        const [message, hash] = JSON.parse(line) as [ServerMessage, string];
        const before = table;
        table = fold(table, message);
        const snapshot = snapshotOnline(table!, await lookOnline(core, table!), 0);
        const text = canonical(plain(snapshot));
        const found = createHash('sha256').update(text).digest('hex').slice(0, 16);
        expect(found, `line ${index + 1}: ${text}`).toBe(hash);
        const soon = await foreseen(before, table!);
        if (soon && snapshot.board) {
          expect(balls(soon), `foreseen of line ${index + 1}`).toEqual(balls(snapshot.board));
          ahead += 1;
        }
        if (snapshot.ply === 0) seen = new Map();
        // Moves taken back were other ones; a round that begins is no move.
        for (const ply of seen.keys()) if (ply > snapshot.ply) seen.delete(ply);
        if (snapshot.board && !seen.has(snapshot.ply))
          seen.set(snapshot.ply, balls(snapshot.board));
      }
      // Looking back asks nobody: each moment of the game is made from what was sent.
      expect(seen.size).toBeGreaterThan(1);
      expect(ahead > 0).toBe(['duel.jsonl', 'pylos.jsonl'].includes(name));
      for (const [ply, shown] of seen) {
        expect(balls((await boardAt(core, table!, ply))!), `after ${ply} moves`).toEqual(shown);
      }
    },
  );
});
