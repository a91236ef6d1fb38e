/** The rounds of a finished game of Pacal as the core is asked about them. */
import type { PacalRound } from '../../core/calls';
import { Failed } from '../../protocol/api';
import type { Refusal } from '../../protocol/messages';
import type { Replay } from '../../table/replay';
import { rulesOf } from '../coach';

export const nothing: Refusal = {
  code: 'nothing_to_review',
  key: 'refused.nothing_to_review',
  params: {},
  clause: null,
  sentence: 'There is nothing to review in this game.',
};

export interface RoundPlayed {
  readonly asked: PacalRound;
  /** Moves of the rounds before it. */
  readonly before: number;
}

export function roundsOf(replay: Replay): RoundPlayed[] {
  const deals = [...(replay.text ?? '').matchAll(/^\[Deal "([^"]*)"\]/gm)].map(([, deal]) => deal!);
  const entries = replay.frames.flatMap(({ move }) => move ?? []);
  let before = 0;
  return deals.map((deal, index) => {
    const actions = entries.filter(({ round }) => round === index + 1).map(({ move }) => move);
    const round = { asked: { ...rulesOf(replay.options), deal, actions }, before };
    before += actions.length;
    return round;
  });
}

/** A round as it stood before move `ply` of the whole game. */
export function roundBefore(rounds: readonly RoundPlayed[], ply: number): PacalRound {
  const round = rounds.findLast(({ before }) => before < ply);
  if (!round) throw new Failed(nothing);
  const { asked, before } = round;
  return { ...asked, actions: asked.actions.slice(0, ply - before - 1) };
}
