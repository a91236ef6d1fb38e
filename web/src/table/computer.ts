/** The computer's moves, thought of in the page. */
import type { Asks, LocalSetup, LocalTable } from './local/game';
import { roundOf } from './local/game';
import type { Think } from './local/local.svelte';

const levelOf = ({ opponent }: LocalSetup) =>
  Number(/^level:(\d+)$/.exec(opponent ?? '')?.[1] ?? 3);

/** Numbers that decide what a level leaves to chance. */
const chance = () => String(crypto.getRandomValues(new BigUint64Array(1))[0]);

export async function chooseMove(
  core: Asks,
  { setup, game }: Pick<LocalTable, 'setup' | 'game'>,
  signal?: AbortSignal,
): Promise<string> {
  const round = roundOf(game);
  const moves = game.turns.filter((turn) => turn.round === round).map(({ move }) => move);
  const asked = {
    preset: setup.options.preset,
    rulings: setup.rulings,
    level: levelOf(setup),
    choice_seed: chance(),
  };
  if (setup.game === 'pylos')
    return (await core.ask('pylos.choose', { ...asked, moves }, signal)).move;
  // The core gives the player what its seat can see of the round, and no more.
  const deal = game.deals[round - 1] ?? '';
  return core.ask('pacal.choose', { ...asked, deal, actions: moves }, signal);
}

export const thinkWith =
  (core: Asks): Think =>
  (table, _, signal) =>
    chooseMove(core, table, signal);
