import { expect, it } from 'vitest';
import type { Ending } from '../../src/protocol/messages';
import { endingReason, outcomeTitle, tellEnding } from '../../src/table/verdict/ending';

const names = ['Light', 'Ada'] as const;
const ended = (reason: string, winner: 0 | 1): Ending => ({ reason, winner, clause: null });

it('speaks to whoever sits here, and of the other by name', () => {
  expect(endingReason(ended('summit', 0), names, null, 0)).toBe('You put a ball on the summit.');
  expect(endingReason(ended('summit', 1), names, null, 0)).toBe('Ada put a ball on the summit.');
  expect(endingReason(ended('resignation', 1), names, null, 0)).toBe('You resigned.');
  expect(endingReason(ended('stuck', 1), names, 17, 0)).toContain('You could not build the 17');
  expect(endingReason(ended('stuck', 0), names, 17, 0)).toContain('Ada could not build the 17');
  expect(endingReason(ended('time', 0), names)).toBe('Ada ran out of time.');
  expect(endingReason(ended('difference', 0), names, null, 0)).toMatch(/decided for you\.$/);
  expect(endingReason(ended('difference', 1), names, null, 0)).toMatch(/decided for Ada\.$/);
  expect(endingReason(ended('most-fields', 1), names)).toBe('Ada filled more fields.');
});

it('tells the score with the end of a round', () => {
  const end = { ending: ended('complete', 0), what: 'round', used: 0 } as const;
  const match = { target: 3, round: 2, markers: [1, 2], finished: [] };
  expect(tellEnding(end, names, 1, null, match)).toMatch(
    /^You lose the round\. .*: you 2, Light 1;/,
  );
  expect(tellEnding({ ...end, what: 'game' }, names, 1, null, match)).not.toContain('Light 1');
});

it('gives the king’s title for a solo of ten cards, and for no other', () => {
  const title = (winner: 0 | 1, used: number) =>
    outcomeTitle(ended('complete', winner), names, 0, 'solo', used);
  expect(title(0, 10)).toContain('King Pacal');
  expect(title(0, 11)).toBe('Complete with 11 cards');
  expect(title(1, 10)).toBe('Stuck after 10 cards');
});
