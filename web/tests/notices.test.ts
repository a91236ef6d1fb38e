import { describe, expect, test } from 'vitest';
import { describe as words, TEXTS, type Pushed } from '../worker/notices';

const pushed = (language: string, kind: 'move' | 'deadline' | 'challenge'): Pushed => ({
  language,
  waiting: 1,
  notices: [
    { kind, table: 'abcdefghijkl', game: 'pylos', opponent: '$& Ann', due_ms: 1_700_000_000_000 },
  ],
});

describe('what a push says', () => {
  test('in each language, with the opponent, the deadline and the way there', () => {
    expect(Object.keys(TEXTS).sort()).toEqual(['de', 'en', 'fr', 'nl']);
    const titles = Object.keys(TEXTS).map((language) => words(pushed(language, 'move'))[0]!.title);
    expect(new Set(titles).size).toBe(4);
    const [shown] = words(pushed('de', 'deadline'));
    expect(shown).toMatchObject({ title: 'Deine Zeit läuft ab', path: 'play/abcdefghijkl' });
    expect(shown!.body).toContain('Pylos gegen $& Ann – Du hast Zeit bis Dienstag');
  });

  test('a challenge leads to the start page, and an unknown language is English', () => {
    const [shown] = words(pushed('xx', 'challenge'));
    expect(shown).toMatchObject({ title: 'You are challenged', path: '' });
  });
});
