/** Help at a table of this browser, from the core. */
import type { Hint } from '../core/coachCalls';
import { roundOf, type Asks, type LocalTable } from './local/game';

const GENTLE_REASONS = 2;

/** Help for the player to move: gently, the idea or what speaks for the best action, and how narrow it is. */
export async function hintFor(
  core: Asks,
  { setup, game }: LocalTable,
  depth: Hint['depth'],
): Promise<Hint> {
  const rules = { preset: setup.options.preset, rulings: setup.rulings };
  const round = roundOf(game);
  const actions = game.turns.filter((turn) => turn.round === round).map(({ move }) => move);
  const hint = { depth, worth: null, idea: null, pylos: null, pacal: null };
  if (setup.game === 'pylos') {
    const analysis = await core.ask('pylos.analysis', { ...rules, moves: actions });
    const { worth, keeping, idea, moves } = analysis;
    const reasons = analysis.reasons.slice(0, GENTLE_REASONS);
    const pylos = depth === 'full' ? analysis : null;
    return { ...hint, worth, keeping, of: moves.length, idea, reasons, pylos };
  }
  const asked = { ...rules, deal: game.deals[round - 1] ?? '', actions };
  const advice =
    setup.mode === 'solo'
      ? await core.ask('solo.advice', asked)
      : await core.ask('pacal.advice', asked);
  return {
    ...hint,
    keeping: advice.keeping,
    of: advice.actions.length,
    reasons: advice.actions[0]?.reasons.slice(0, GENTLE_REASONS) ?? [],
    pacal: depth === 'full' ? advice : null,
  };
}
