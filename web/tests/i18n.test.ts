import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { t, tCode } from '../src/i18n';
import en from '../src/i18n/en.json';

const root = join(import.meta.dirname, '../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.startsWith('gallery'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

/** Keys put together at run time, from the server's codes or from a union of types. */
const families = [
  /^refused\./,
  /^ending\./,
  /^field\./,
  /^ruling\.(pylos|pacal)\./,
  /^preset\.(pylos|pacal)\./,
  /^opponent\./,
  /^start\.seat\./,
  /^proposal\.(takeback|draw|rematch)\./,
  /^game\./,
];

describe('the language file', () => {
  it('has no key that nothing uses', () => {
    const unused = Object.keys(en).filter(
      (key) => !families.some((family) => family.test(key)) && !sources.includes(`'${key}'`),
    );
    expect(unused).toEqual([]);
  });

  it('has every key that is named in the sources', () => {
    const named = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((key) => !(key in en))).toEqual([]);
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

  it('fills gaps and falls back for unknown codes', () => {
    expect(t('table.round', { round: 3 })).toBe('Round 3');
    expect(tCode('refused', 'stale', 'refused.other')).toBe('The game has moved on.');
    expect(tCode('refused', 'strange', 'refused.other')).toBe('That did not work (strange).');
  });
});
