/** Help at a table of this browser, from the core. */
import type { Hint } from '../core/coachCalls';
import { roundOf, type Asks, type LocalTable } from './local/game';

/** What is known of the moves of the player to move. */
export async function hintFor(
  core: Asks,
  { setup, game }: LocalTable,
  signal: AbortSignal,
): Promise<Hint> {
  const rules = { preset: setup.options.preset, rulings: setup.rulings };
  const round = roundOf(game);
  const actions = game.turns.filter((turn) => turn.round === round).map(({ move }) => move);
  if (setup.game === 'pylos')
    return {
      pylos: await core.ask('pylos.analysis', { ...rules, moves: actions }, signal),
      pacal: null,
    };
  const asked = { ...rules, deal: game.deals[round - 1] ?? '', actions };
  const pacal = await core.ask(
    setup.mode === 'solo' ? 'solo.advice' : 'pacal.advice',
    asked,
    signal,
  );
  return { pylos: null, pacal };
}
