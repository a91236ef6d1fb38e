/** How a round or a game ended, in words; loaded when one does. */
import { t, tCode } from '../../i18n';
import type { Ending, MatchScore, TableSummary } from '../../protocol/messages';
import type { Board } from '../../protocol/snapshot';
import { playerNames } from '../wording';

/** Endings that the winner brought about; all others are worded from the loser’s side. */
const BY_WINNER: ReadonlySet<string> = new Set([
  'summit',
  'complete',
  'difference',
  'fewest-covers',
  'most-fields',
  'three-rounds',
]);

/** One for each field: who needs no more may call themselves King Pacal. */
const FEWEST_CARDS = 10;

/** The one card that fitted nowhere, where that ended the round. */
export function stuckCard(board: Board | null): number | null {
  if (board?.kind === 'solo') return board.outcome?.reason === 'stuck' ? board.card : null;
  if (board?.kind !== 'pacal' || !board.offer || board.outcome?.winner == null) return null;
  const { cards, taken, by } = board.offer;
  const loser = 1 - board.outcome.winner;
  return (loser === by ? cards.find((card) => card !== taken) : taken) ?? null;
}

/**
 * Why it ended, and by whom, where two played; `stuck` is the card that fitted nowhere, where that is known.
 * The player at `seat` is addressed as you.
 */
export function endingReason(
  { reason, winner }: Ending,
  names: readonly [string, string] | null,
  stuck: number | null = null,
  seat: 0 | 1 | null = null,
): string {
  const plainly = tCode('ending', reason, 'ending.other');
  if (names === null && reason === 'stuck' && stuck !== null)
    return t('pacal.guideStuck', { card: stuck });
  if (names === null || winner === null) return plainly;
  const params = { winner: names[winner] ?? '', loser: names[1 - winner] ?? '' };
  const code = reason === 'stuck' && stuck !== null ? 'stuckCard' : reason;
  if (seat !== null && (BY_WINNER.has(reason) ? winner : 1 - winner) === seat)
    return tCode('ending.you', code, 'ending.plainly', { plainly, card: stuck ?? 0 });
  if (stuck !== null && code === 'stuckCard')
    return t('ending.stuckCard', { ...params, card: stuck });
  return tCode('ending.who', reason, 'ending.plainly', { ...params, plainly });
}

/** The first line of how a round or a game ended, for the player at `seat` (null: for all). */
export function outcomeTitle(
  ending: Ending,
  names: readonly [string, string],
  seat: 0 | 1 | null,
  what: 'game' | 'round' | 'solo',
  used: number,
): string {
  const { winner } = ending;
  if (what === 'solo' && winner !== 0) return t('outcome.soloLost', { count: used });
  if (what === 'solo')
    return used === FEWEST_CARDS ? t('outcome.soloKing') : t('outcome.soloWon', { used });
  const isGame = what === 'game';
  if (ending.reason === 'left') return t('outcome.none');
  if (winner === null) return t(isGame ? 'outcome.draw' : 'outcome.roundDraw');
  if (seat === null)
    return t(isGame ? 'outcome.wins' : 'outcome.roundWins', { name: names[winner] ?? '' });
  if (winner === seat) return t(isGame ? 'outcome.youWin' : 'outcome.youWinRound');
  return t(isGame ? 'outcome.youLose' : 'outcome.youLoseRound');
}

/** Who won, for a list of finished games; nothing where the list does not say. Against the computer it is you who did. */
export function resultOf(table: TableSummary): string {
  const { mode, players, outcome, ply } = table;
  if (outcome === null) return '';
  const own = mode === 'computer' ? players.find(({ kind }) => kind === 'human') : undefined;
  const what = mode === 'solo' ? 'solo' : 'game';
  return outcomeTitle(outcome, playerNames(table), own?.seat ?? null, what, ply);
}

/** Both in one breath, for those who hear it, and the score after a round. */
export function tellEnding(
  { ending, what, used }: { ending: Ending; what: 'game' | 'round' | 'solo'; used: number },
  names: readonly [string, string],
  seat: 0 | 1 | null,
  board: Board | null,
  match: MatchScore | null,
): string {
  const stuck = what === 'game' ? null : stuckCard(board);
  const why = endingReason(ending, what === 'solo' ? null : names, stuck, seat);
  const said = `${outcomeTitle(ending, names, seat, what, used)}. ${why}`;
  if (what !== 'round' || !match) return said;
  const first = seat ?? 0;
  const score = t('pacal.markers', {
    first: seat === null ? names[0] : t('pacal.you'),
    firstWon: match.markers[first] ?? 0,
    second: names[first === 0 ? 1 : 0],
    secondWon: match.markers[1 - first] ?? 0,
    target: match.target,
  });
  return `${said} ${score}.`;
}
