import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  firstLanguage,
  formatDate,
  LANGUAGES,
  language,
  loadLanguage,
  locale,
  t,
  tCode,
} from '../src/i18n';
import { families } from './families';

type Message = string | Record<string, string>;

const root = join(import.meta.dirname, '../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('gallery'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');
const areas = readdirSync(join(root, 'i18n/en')).sort();
const read = (language: string, area: string) =>
  JSON.parse(readFileSync(join(root, 'i18n', language, area), 'utf8')) as Record<string, Message>;
const english = Object.assign({}, ...areas.map((area) => read('en', area))) as Record<
  string,
  Message
>;

const forms = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message);
/** The `{places}` of a message; a plural form may leave the number out (`one ball`). */
const places = (message: Message) =>
  [...new Set(forms(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

it('describes the installed page in every language: one file for all', () => {
  const file = readFileSync(join(root, '../public/manifest.webmanifest'), 'utf8');
  const { lang, description, description_localized } = JSON.parse(file) as {
    lang: string;
    description: string;
    description_localized: Record<string, string>;
  };
  const described = { [lang]: description, ...description_localized };
  expect(Object.keys(described).sort()).toEqual([...LANGUAGES].sort());
  for (const language of LANGUAGES) {
    const tagline = String(read(language, 'common.json')['app.tagline']);
    expect(described[language]!.toLowerCase()).toContain(tagline.toLowerCase());
  }
});

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it('have the same areas as in English, each listed in areas.ts', () => {
    expect(readdirSync(join(root, 'i18n', language)).sort()).toEqual(areas);
    const listed = readFileSync(join(root, 'i18n/areas.ts'), 'utf8');
    for (const area of areas) expect(listed).toContain(`'./en/${area}'`);
  });

  it.each(areas)('have the keys, places and plurals of %s', (area) => {
    const own = read(language, area);
    const model = read('en', area);
    expect(Object.keys(own)).toEqual(Object.keys(model));
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(own)) {
      expect(places(message), key).toEqual(places(model[key]!));
      for (const text of forms(message)) {
        expect(text, key).toBe(text.trim());
        if (text === '') expect(model[key], key).toBe('');
      }
      if (typeof message === 'string') continue;
      expect(Object.keys(message), key).toEqual(expect.arrayContaining(['one', 'other']));
      expect(categories, key).toEqual(expect.arrayContaining(Object.keys(message)));
      expect(places(message), key).toContain('{count}');
    }
  });
});

it.each(LANGUAGES)('name the button that an instruction asks for, in %s', (language) => {
  const common = read(language, 'common.json');
  const text = (key: string) => forms(common[key]!);
  const [one, two] = [text('pylos.guide.confirmOne')[0], text('pylos.guide.confirmTwo')[0]];
  expect(text('pylos.guide.takeMore')[0]).toContain(one);
  expect(common['pylos.guide.takeDone']).toMatchObject({
    one: expect.stringContaining(one!) as string,
    other: expect.stringContaining(two!) as string,
  });
  expect(read(language, 'learn.json')['learn.pylos.square.goal']).toContain(one);
});

describe('the typography', () => {
  it.each(LANGUAGES)(
    'has no typewriter apostrophes, and no ellipsis that may slip away, in %s',
    (l) => {
      for (const area of areas)
        for (const [key, message] of Object.entries(read(l, area)))
          for (const text of forms(message)) expect(text, key).not.toMatch(/'|\.\.\.| …/);
    },
  );
});

describe('the French texts', () => {
  const spaced = / [:;!?»]|« /;

  it.each(areas)('have no ordinary space before punctuation in %s', (area) => {
    expect('Prendre le 7 ?').toMatch(spaced);
    for (const [key, message] of Object.entries(read('fr', area)))
      for (const text of forms(message)) {
        expect(text, key).not.toMatch(spaced);
        expect(text, key).not.toMatch(/\p{L}[;!?»]|«\S/u);
      }
  });
});

describe('the texts', () => {
  it('name each key in one area only', () => {
    const keys = areas.flatMap((area) => Object.keys(read('en', area)));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('have no key that nothing uses', () => {
    const unused = Object.keys(english).filter(
      (key) => !families.some((family) => family.test(key)) && !sources.includes(`'${key}'`),
    );
    expect(unused).toEqual([]);
  });

  it('have every key that is named in the sources', () => {
    const named = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((key) => !(key in english))).toEqual([]);
  });

  it('leaves no visible text in the components', () => {
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.svelte') || name.startsWith('gallery')) continue;
      const markup = readFileSync(join(root, name), 'utf8')
        .replace(/<script[\s\S]*?<\/script>/g, '')
        .replace(/<style[\s\S]*?<\/style>/g, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/\{[^{}]*(\{[^{}]*(\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g, '');
      const words = [...markup.matchAll(/>([^<>]*[A-Za-z]{3}[^<>]*)</g)].map(([, text]) => text!);
      expect(words, name).toEqual([]);
      expect(markup, name).not.toMatch(/(aria-label|title|placeholder|alt)="[A-Za-z]/);
    }
  });

  it('count, write dates and change language', async () => {
    expect(t('pylos.reserveLight', { count: 1 })).toBe('Light reserve: 1 ball');
    expect(t('pylos.reserveLight', { count: 0 })).toBe('Light reserve: 0 balls');
    expect(formatDate('2026-03-01')).toBe('March 1, 2026');
    await Promise.all([loadLanguage('fr'), loadLanguage('de')]);
    expect([language(), document.documentElement.lang]).toEqual(['de', 'de']);
    expect(formatDate('2026-03-01')).toBe('1. März 2026');
    await loadLanguage('fr');
    // French counts nought in the singular.
    expect(t('pylos.reserveLight', { count: 0 })).toMatch(/0 bille$/);
    await loadLanguage('en');
  });

  it('write dates as the country of the reader does', () => {
    expect(locale(['fr-BE', 'en-AU', 'en-US'])).toBe('en-AU');
    expect(locale(['fr-BE', 'en'])).toBe('en-GB');
    expect(locale([])).toBe('en-GB');
  });

  it('guess the language from what the browser prefers', () => {
    expect(firstLanguage(['da', 'nl-BE', 'fr'])).toBe('nl');
    expect(firstLanguage(['FR'])).toBe('fr');
    expect(firstLanguage(['da'])).toBe('en');
  });

  it('fills gaps and falls back for unknown codes', () => {
    expect(t('table.round', { round: 3 })).toBe('Round 3');
    expect(tCode('refused', 'stale', 'refused.other')).toBe('The game has moved on.');
    expect(tCode('refused', 'strange', 'refused.other')).toBe('That didn’t work (strange).');
    expect(tCode('refused', 'strange', null)).toBe('');
  });

  it('keep a name that is written from right to left from reordering its sentence', () => {
    expect(t('news.joined', { name: 'Noa' })).toBe('Noa has joined.');
    expect(t('news.joined', { name: 'נועה' })).toBe('\u2068נועה\u2069 has joined.');
  });
});
