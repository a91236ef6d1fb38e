import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkDeal, rememberDeal } from '../src/play/commitment';
import { digestPlainly, sha256 } from '../src/play/sha256';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const groups = [range(1, 10), range(11, 20), range(21, 35), range(36, 50)];
const deal = groups.map((group) => group.join(' ')).join(' | ');
const opening = `pacal deal\n${'4f'.repeat(32)}\n${deal}\n`;
const hash = createHash('sha256').update(opening).digest('hex');
const commitment = { sha256: hash, opening, deal };
const faceDown = groups.slice(0, 2);

describe('SHA-256', () => {
  it('agrees with the reference on texts of every length around the block size', async () => {
    for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
      const text = 'é1'.repeat(length).slice(0, length);
      const expected = createHash('sha256').update(text).digest('hex');
      expect(await sha256(text)).toBe(expected);
      const plain = digestPlainly(new TextEncoder().encode(text));
      expect(Buffer.from(plain).toString('hex')).toBe(expected);
    }
  });
});

describe('the check of a deal', () => {
  beforeEach(() => sessionStorage.clear());

  it('passes when hash, opening and cards agree', async () => {
    rememberDeal('t/1/2', hash, [groups[2]!, null]);
    expect(await checkDeal('t/1/2', commitment, faceDown)).toBe('kept');
  });

  it('says so when the round was not watched', async () => {
    expect(await checkDeal('t/1/2', commitment, faceDown)).toBe('unseen');
  });

  it('fails when the hash was changed after the round began', async () => {
    rememberDeal('t/1/2', '0'.repeat(64));
    rememberDeal('t/1/2', hash);
    expect(await checkDeal('t/1/2', commitment, faceDown)).toBe('broken');
  });

  it('fails when the opening has another hash', async () => {
    const forged = { ...commitment, opening: opening.replace('4f4f', '4f50') };
    expect(await checkDeal('t/1/2', forged, faceDown)).toBe('broken');
  });

  it('fails when the deal is not the one in the opening', async () => {
    const forged = { ...commitment, deal: deal.replace('1 2 3', '2 1 3') };
    expect(await checkDeal('t/1/2', forged, faceDown)).toBe('broken');
  });

  it('fails when other cards were seen on the table', async () => {
    expect(await checkDeal('t/1/2', commitment, [range(2, 11), groups[1]!])).toBe('broken');
    rememberDeal('t/1/2', hash, [range(20, 34), null]);
    expect(await checkDeal('t/1/2', commitment, faceDown)).toBe('broken');
  });

  it('fails while nothing is opened', async () => {
    expect(await checkDeal('t/1/2', { ...commitment, opening: null }, faceDown)).toBe('broken');
  });
});
