/** A position from the middle of a round, to begin with when none has been laid out. */
import { Failed } from '../../protocol/api';
import { ask } from '../coach';
import { setupOf, type Setup } from './pacalSetup';

const LEVEL = 2;
/** An offer, a choice and two builds make a turn. */
const ACTIONS_IN_A_TURN = 4;

/** What the seat to act sees after a few turns of a deal; null where the core cannot say. */
export async function dealExample(preset: string, seed: number): Promise<Setup | null> {
  const asked = { preset, seed };
  const wanted = ACTIONS_IN_A_TURN * (2 + (seed % 4)) + (Math.floor(seed / 4) % 3);
  const actions: string[] = [];
  try {
    while (actions.length < wanted)
      actions.push(
        await ask('pacal.choose', {
          ...asked,
          actions: [...actions],
          level: LEVEL,
          choice_seed: seed,
        }),
      );
    const { board } = await ask('pacal.round', { ...asked, actions, viewer: null, open: true });
    return board.actor === null ? null : setupOf(board, board.actor);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return null;
  }
}
