import { expect, it } from 'vitest';
import type { Ending } from '../../src/protocol/messages';
import { endingReason } from '../../src/table/verdict/ending';

const names = ['Light', 'Ada'] as const;
const ended = (reason: string, winner: 0 | 1): Ending => ({ reason, winner, clause: null });

it('speaks to whoever sits here, and of the other by name', () => {
  expect(endingReason(ended('summit', 0), names, null, 0)).toBe('You put a ball on the summit.');
  expect(endingReason(ended('summit', 1), names, null, 0)).toBe('Ada put a ball on the summit.');
  expect(endingReason(ended('resignation', 1), names, null, 0)).toBe('You resigned.');
  expect(endingReason(ended('stuck', 1), names, 17, 0)).toContain('You could not build the 17');
  expect(endingReason(ended('stuck', 0), names, 17, 0)).toContain('Ada could not build the 17');
  expect(endingReason(ended('time', 0), names)).toBe('Ada ran out of time.');
});
