/** Help at a table of this browser. */
import { core } from '../../core/core';
import type { Hint, PacalAnalysis } from '../../protocol/messages';
import { tableHere } from '../../table/here';
import { look, roundOf } from '../../table/local/game';
import { analysePylos } from '../api';

/** Actions within this much of the best one count as equally good. */
const LEVEL = 0.01;

/** Returns help for the player to move: gently, only how narrow it is. */
export async function hintAt(id: string, depth: Hint['depth']): Promise<Hint> {
  const { setup, game } = await tableHere(id);
  const hint = { ply: game.turns.length, depth, worth: null, idea: null, reasons: [] } as const;
  const rules = { preset: setup.options.preset, rulings: setup.rulings };
  if (setup.game === 'pylos') {
    const { board } = await look(core, setup, game, game.own);
    if (board.kind !== 'pylos') throw new Error('no board of Pylos');
    const { analysis } = await analysePylos({ ...rules, position: board.position, move: null });
    if (!analysis) throw new Error('a position of a game is no position');
    const { worth, keeping, moves } = analysis;
    const pylos = depth === 'full' ? analysis : null;
    return { ...hint, reasons: [], worth, keeping, of: moves.length, pylos, pacal: null };
  }
  const round = roundOf(game);
  const asked = {
    ...rules,
    deal: game.deals[round - 1] ?? '',
    actions: game.turns.filter((turn) => turn.round === round).map(({ move }) => move),
  };
  const { exact, actions } =
    setup.mode === 'solo'
      ? await core.ask('solo.score', asked)
      : { exact: false, actions: await core.ask('pacal.score', asked) };
  const scored = actions
    .map((one) => ({ draw: 0, ...one }))
    .map(({ action, win, draw }) => ({ action, win, draw, margin: 0, reasons: [] }))
    .sort((a, b) => b.win + b.draw / 2 - a.win - a.draw / 2);
  const score = ({ win, draw }: { win: number; draw: number }) => win + draw / 2;
  const best = scored[0] ? score(scored[0]) : 0;
  const keeping = scored.filter((one) => score(one) >= best - LEVEL).length;
  const pacal: PacalAnalysis | null = depth === 'full' ? { exact, actions: scored } : null;
  return { ...hint, reasons: [], keeping, of: scored.length, pylos: null, pacal };
}
