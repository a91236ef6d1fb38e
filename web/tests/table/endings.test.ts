import { expect, it } from 'vitest';
import type { Ending } from '../../src/protocol/messages';
import { endingReason, tellEnding } from '../../src/table/verdict/ending';

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

it('tells the score with the end of a round', () => {
  const end = { ending: ended('complete', 0), what: 'round', used: 0 } as const;
  const match = { target: 3, round: 2, markers: [1, 2], finished: [] };
  expect(tellEnding(end, names, 1, null, match)).toMatch(
    /^You lose the round\. .*: you 2, Light 1;/,
  );
  expect(tellEnding({ ...end, what: 'game' }, names, 1, null, match)).not.toContain('Light 1');
});
