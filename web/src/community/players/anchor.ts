/** Links to one list of the leaderboard. */
import type { OptionsInForce } from '../../protocol/messages';
import { differing } from '../../table/wording';
import type { Kind } from './api';

/** What a link to a pool on the leaderboard ends with, after the `#`. */
export const anchorOf = (
  { game, options }: { game: string; options: OptionsInForce },
  kind: Kind = 'players',
) =>
  [
    ...(kind === 'programs' ? [kind] : []),
    game,
    options.preset,
    ...differing(options).map(({ name, value }) => `${name}-${value}`),
  ].join('-');
