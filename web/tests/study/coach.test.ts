import { describe, expect, it } from 'vitest';
import { levelsOf } from '../../src/kept/levels';
import type { SoloBoard } from '../../src/protocol/boards';
import { rulesOf } from '../../src/study/coach';
import { shareRows } from '../../src/study/daily/deal';

describe('what a review is asked with', () => {
  it('names the rulings that the core knows', () => {
    const ruling = (name: string, value: string, is_default: boolean) => ({
      name,
      value,
      is_default,
      clause: '',
      default: null,
    });
    const rulings = [
      ruling('takeback', 'optional', false),
      ruling('reserve', 'lose', true),
      ruling('light', 'chosen', false),
    ];
    expect(rulesOf({ preset: 'expert', rulings })).toEqual({
      preset: 'expert',
      rulings: { takeback: 'optional' },
    });
  });
});

describe('what is shared of a day', () => {
  it('tells no card and no field', () => {
    const cards = [50, 0, 40, 30, 0, 29, 0, 12, 11, 0];
    const pyramid = cards.map((card, n) => ({
      field: n + 1,
      card: card || null,
      covered: n === 3 ? 31 : null,
    }));
    expect(shareRows({ pyramid } as unknown as SoloBoard)).toEqual([
      '   ■',
      '  · ■',
      ' · ■ ◆',
      '· · ■ ■',
    ]);
  });
});

describe('levels', () => {
  it('are there for every preset, stronger ones later', () => {
    for (const [game, preset] of [
      ['pylos', 'expert'],
      ['pacal', 'fr'],
    ] as const) {
      const elos = levelsOf(game, preset).map(({ elo }) => elo);
      expect(elos).toHaveLength(8);
      expect(elos).toEqual([...elos].sort((a, b) => a - b));
    }
  });
});
