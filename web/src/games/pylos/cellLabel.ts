/** What a screen reader says of a cell: "2a1, dark ball, can be taken back". */
import { t, type Key } from '../../i18n';
import type { Mark } from './marks';
import type { Choices, Step } from './choice';
import type { Ball, Cell } from './geometry';

export function cellLabel(
  cell: Cell,
  content: Ball | null,
  open: Choices | null,
  step: Step,
  isLast: boolean,
  mark?: Mark,
): string {
  const ball: Key =
    content === 'L' ? 'pylos.lightBall' : content === 'D' ? 'pylos.darkBall' : 'pylos.empty';
  const parts = [cell.name, t(ball)];
  if (isLast) parts.push(t('pylos.lastMove'));
  if (step.at === 'raising' && step.source === cell.name) parts.push(t('pylos.pickedUp'));
  else if (open?.raisable.has(cell.name)) parts.push(t('pylos.canRaise'));
  if (open?.places.has(cell.name)) parts.push(t('pylos.canPlace'));
  if (open?.takeable.has(cell.name)) parts.push(t('pylos.canTakeBack'));
  if (step.at === 'taking' && step.taken.includes(cell.name)) parts.push(t('pylos.takenBack'));
  if (mark === 'hint') parts.push(t('pylos.hinted'));
  else if (mark === 'from') parts.push(t('pylos.pickedUp'));
  else if (mark === 'back') parts.push(t('pylos.takenBack'));
  else if (mark === 'about') parts.push(t('pylos.about'));
  else if (mark) parts.push(t(`worth.${mark}`));
  return parts.join(', ');
}
