/** A Pylos board in words, for those who hear it. Holds no rules: it reads what the core says. */
import { t } from '../../i18n';
import type { Landing, PylosBoard } from '../../protocol/boards';
import { LEVELS, cellsOfLevel, parsePosition, reserveOf, type Ball, type Cells } from './geometry';

const list = (names: readonly string[]) => names.join(', ');

/** Every ball, level by level. */
export function tellBoard(cells: Cells): string {
  const levels = Array.from({ length: LEVELS }, (_, i) => i + 1).flatMap((level) => {
    const of = (ball: Ball) =>
      cellsOfLevel(level).flatMap((cell) => (cells[cell.index] === ball ? [cell.name] : []));
    const [light, dark] = [of('L'), of('D')];
    const parts = [
      ...(light.length > 0 ? [t('ask.light', { cells: list(light) })] : []),
      ...(dark.length > 0 ? [t('ask.dark', { cells: list(dark) })] : []),
    ];
    return parts.length > 0 ? [`${t('pylos.level', { level })}: ${parts.join('; ')}.`] : [];
  });
  return levels.length > 0 ? levels.join(' ') : t('ask.boardEmpty');
}

export function tellReserves(board: PylosBoard): string {
  const { cells } = parsePosition(board.position);
  return [
    t('pylos.reserveLight', { count: reserveOf(cells, 'L') }),
    t('pylos.reserveDark', { count: reserveOf(cells, 'D') }),
  ].join('. ');
}

/** Where a ball from the reserve may go, and which places bring balls back. */
export function tellPlaces(landings: readonly Landing[]): string {
  const open = landings.filter(({ source }) => source === null);
  if (open.length === 0) return t('ask.placeNone');
  const completing = open.filter(({ takes }) => takes.length > 0);
  const sentences = [t('ask.place', { cells: list(open.map(({ target }) => target)) })];
  if (completing.length > 0)
    sentences.push(t('ask.completes', { cells: list(completing.map(({ target }) => target)) }));
  return sentences.join(' ');
}

/** Which balls may be raised, and where to. */
export function tellRaises(landings: readonly Landing[]): string {
  const sources = [...new Set(landings.flatMap(({ source }) => source ?? []))];
  if (sources.length === 0) return t('ask.raiseNone');
  return sources
    .map((source) => {
      const targets = landings.filter((l) => l.source === source);
      const cells = targets.map(({ target, takes }) =>
        takes.length > 0 ? t('ask.completing', { cell: target }) : target,
      );
      return t('ask.raise', { source, cells: list(cells) });
    })
    .join(' ');
}
