import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkDeal, dealtCards } from '../../src/table/live/commitment';
import { numberFor, numberTaken, rememberDeal } from '../../src/table/live/promises';
import { digestPlainly, sha256 } from '../../src/core/sha256';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const groups = [range(1, 10), range(11, 20), range(21, 35), range(36, 50)];
const deal = groups.map((group) => group.join(' ')).join(' | ');
const opening = `pacal deal\n${'4f'.repeat(32)}\n${deal}\n`;
const hash = createHash('sha256').update(opening).digest('hex');
const commitment = { sha256: hash, numbers: null, opening, deal };
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

describe('the check of a deal that the server made alone', () => {
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

describe('a deal of three parts', () => {
  beforeEach(() => sessionStorage.clear());

  const secret = '5e'.repeat(32);
  const text = `pacal secret\n${secret}\n`;
  const promised = createHash('sha256').update(text).digest('hex');
  const other = '0b'.repeat(32);

  /** What a server shows after the round, and the face-down cards; anything can be forged. */
  async function open(numbers: string[], from = numbers) {
    const cards = await dealtCards(secret, from);
    const rising = (some: number[]) => some.sort((a, b) => a - b);
    const parts = [
      cards.slice(0, 10),
      cards.slice(10, 20),
      rising(cards.slice(20, 35)),
      rising(cards.slice(35)),
    ];
    const told = parts.map((part) => part.join(' ')).join(' | ');
    return {
      shown: { sha256: promised, numbers, opening: text, deal: told },
      faceDown: parts.slice(0, 2),
      hands: parts.slice(2),
    };
  }

  it('gives the cards that the server deals', async () => {
    // The same parts as in tests/pacal/test_pacal_fair_deal.py.
    expect(
      (await dealtCards('00'.repeat(32), ['11'.repeat(32), '22'.repeat(32)])).slice(0, 10),
    ).toEqual([45, 24, 18, 41, 9, 21, 40, 46, 13, 11]);
  });

  it('is fair when the secret is the promised one and the own number is in it', async () => {
    const own = numberFor('t/1/1', promised);
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    numberTaken('t/1/1', true);
    const { shown, faceDown, hands } = await open([own, other]);
    rememberDeal('t/1/1', promised, [hands[0]!, null]);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('fair');
  });

  it('is broken when another number stands for the own one', async () => {
    numberFor('t/1/1', promised);
    numberTaken('t/1/1', true);
    const { shown, faceDown } = await open(['0c'.repeat(32), other]);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('broken');
  });

  it('is broken when the cards do not follow from the parts', async () => {
    const own = numberFor('t/1/1', promised);
    numberTaken('t/1/1', true);
    const { shown, faceDown } = await open([own, other], [other, own]);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('broken');
  });

  it('is broken when the promise was changed after the number was known', async () => {
    const before = '0'.repeat(64);
    const first = numberFor('t/1/1', before);
    const own = numberFor('t/1/1', promised);
    expect(own).not.toBe(first);
    numberTaken('t/1/1', true);
    const { shown, faceDown } = await open([own, other]);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('broken');
  });

  it('offers the same number again after a lost connection, and a fresh one for each round', () => {
    const own = numberFor('t/1/1', promised);
    expect(numberFor('t/1/1', promised)).toBe(own);
    expect(numberFor('t/1/2', promised)).not.toBe(own);
  });

  it('says when this page added nothing', async () => {
    const { shown, faceDown } = await open([other]);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('unseen');
    numberFor('t/1/1', promised);
    numberTaken('t/1/1', false);
    expect(await checkDeal('t/1/1', shown, faceDown)).toBe('unseen');
  });
});
