/** A game of this browser as it stood earlier. */
import type { Board } from '../../protocol/boards';
import { look, roundOf, type Asks, type LocalGame, type LocalTable } from './game';

/** The game as it stood after `ply` moves; `round` counts where a round has only begun. */
export function cut(game: LocalGame, ply: number, round: number): LocalGame {
  return {
    ...game,
    turns: game.turns.slice(0, ply),
    deals: game.deals.slice(0, round),
    rounds: game.rounds.slice(0, round - 1),
    ending: ply === game.turns.length && round === roundOf(game) ? game.ending : null,
  };
}

/** The board after `ply` moves. Against the computer the player's own hand is shown; on a shared screen no hand. */
export async function boardAt(
  core: Asks,
  { setup, game, finished }: LocalTable,
  ply: number,
): Promise<Board> {
  const round = game.turns[ply - 1]?.round ?? 1;
  const viewer = setup.mode === 'computer' ? game.own : null;
  return (await look(core, setup, cut(game, ply, round), viewer, finished)).board;
}
