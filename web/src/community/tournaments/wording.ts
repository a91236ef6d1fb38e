/** What is said of tournaments. */
import { formatDate, isolated, t } from '../../i18n';
import type { TournamentInfo } from '../../protocol/messages';
import { differing, presetName } from '../../table/wording';
import { clockWords } from '../../table/tableLine';

export const KINDS = {
  'round-robin': 'tour.kind.roundRobin',
  swiss: 'tour.kind.swiss',
  arena: 'tour.kind.arena',
} as const;

export const KINDS_ABOUT = {
  'round-robin': 'tour.about.roundRobin',
  swiss: 'tour.about.swiss',
  arena: 'tour.about.arena',
} as const;

export const TIE_BREAKS: Readonly<
  Record<
    string,
    | 'tour.tie.direct'
    | 'tour.tie.sonneborn'
    | 'tour.tie.wins'
    | 'tour.tie.buchholz'
    | 'tour.tie.games'
  >
> = {
  direct: 'tour.tie.direct',
  'sonneborn-berger': 'tour.tie.sonneborn',
  wins: 'tour.tie.wins',
  buchholz: 'tour.tie.buchholz',
  'fewest-games': 'tour.tie.games',
};

/** What is played and how, as one line. */
export function about(tournament: TournamentInfo): string {
  const { game, options, clock, rated, programs } = tournament;
  const count = differing(options).length;
  return [
    t(`game.${game}`),
    presetName(game, options.preset) + (count > 0 ? ' +' : ''),
    clockWords(clock),
    ...(programs ? [t('tour.programs')] : []),
    t(rated ? 'tour.rated' : 'tour.casual'),
  ].join(', ');
}

/** Halves of points as chess players write them. */
export function points(value: number): string {
  const whole = Math.floor(value);
  const rest = { 0.25: '¼', 0.5: '½', 0.75: '¾' }[value - whole] ?? '';
  return whole === 0 && rest !== '' ? rest : `${whole}${rest}`;
}

/** Time until then, the two largest units of it. */
export function timeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t('tour.days', { count: Math.floor(hours / 24) });
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** Where it stands, in a few words. */
export function stands(tournament: TournamentInfo, now: number): string {
  const { state, kind, round, rounds, start_ms, next_ms, ends_ms, organiser, winners } = tournament;
  if (state === 'cancelled') return t('tour.cancelled');
  if (state === 'finished') return won(winners);
  if (state === 'open')
    return start_ms === null
      ? t('tour.beginsWhen', { name: organiser ?? t('tour.deleted') })
      : t('tour.begins', {
          when: formatDate(new Date(start_ms), { dateStyle: 'medium', timeStyle: 'short' }),
          time: timeLeft(start_ms, now),
        });
  if (kind === 'arena')
    return ends_ms !== null && ends_ms > now
      ? t('tour.left', { time: timeLeft(ends_ms, now) })
      : t('tour.lastGames');
  if (next_ms !== null) return t('tour.nextRound', { time: timeLeft(next_ms, now) });
  return t('tour.round', { round, rounds: rounds ?? round });
}

export function won(winners: readonly (string | null)[]): string {
  const names = winners.map((name) => name ?? t('tour.deleted'));
  if (names.length === 1) return t('tour.winner', { name: names[0]! });
  return names.length === 0
    ? t('tour.over')
    : t('tour.winners', { names: names.map(isolated).join(', ') });
}
