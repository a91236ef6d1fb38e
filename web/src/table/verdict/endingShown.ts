/** The end of a round or of the game, once it is there. */
import type { Snapshot } from '../../protocol/snapshot';

export function endingShown({ board, outcome, mode, status }: Snapshot) {
  const used = board?.kind === 'solo' ? board.used : 0;
  if (outcome) return { ending: outcome, what: mode === 'solo' ? 'solo' : 'game', used } as const;
  if (status !== 'between_rounds' || !board || board.kind === 'pylos' || !board.outcome)
    return null;
  return { ending: board.outcome, what: 'round', used } as const;
}
