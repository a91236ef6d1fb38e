/** Type, spacing, corners and colours come from style/tokens.css and style/materials.css, nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|css)$/.test(file))
  .map((file) => file.replaceAll('\\', '/'));
/** What is drawn to a measure of its own: pictures, signs on cards and cells, and parts that reach over an edge. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  'ui/LevelPortrait.svelte': /^fill:/,
  'community/MiniPacal.svelte': /^font-size: 6\.5px/,
  'ui/GamePicture.svelte': /^font: 14px/,
  'ui/frame/SettingsDialog.svelte': /^font: 400 14px/,
  'rules/ReadingOrder.svelte': /^font: 600 15px/,
  'style/base.css': /^font: 700 14px/,
  'games/pacal/Pyramid.svelte': /^font: 650 max\(10px/,
  'games/pacal/Card.svelte': /var\(--card-width, 60px\)/,
  'games/pylos/CellGrid.svelte': /^font(-size)?: .*1[167]px|^margin: -2[24]px/,
  'games/pylos/Reserves.svelte': /^gap: min\(2px, \(50cqw - 86px\)/,
};

/** `1em` grows with the text it belongs to, and a line is as thin as it can be drawn. */
const LENGTH = /(?<![\w.-])-?\d*\.?\d+(?:rem|px)\b/g;
const isLine = (length: string) => /^-?1px$|^0/.test(length);
const isCorner = (length: string) => /^[1-3]px$/.test(length);

function isRaw(property: string, value: string): boolean {
  const lengths = value.match(LENGTH) ?? [];
  if (property === 'font' || property === 'font-size') return lengths.length > 0;
  if (/^(margin|padding|gap|row-gap|column-gap)/.test(property))
    return lengths.some((length) => !isLine(length));
  if (/^border.*radius$/.test(property)) return lengths.some((length) => !isCorner(length));
  return /#[0-9a-f]{3,8}\b/i.test(value);
}

function declarations(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const css = file.endsWith('.css') ? text : (/<style[^>]*>(.*)<\/style>/s.exec(text)?.[1] ?? '');
  const found = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([\w-]+):\s*([^;{}]+);/g);
  return [...found].map(([, property, value]) => `${property}: ${value!.replace(/\s+/g, ' ')}`);
}

it('uses the scales for type, spacing and corners, and the named colours', () => {
  const raw = [];
  const needed = new Set<string>();
  for (const file of FILES) {
    if (/style\/(tokens|materials)\.css$/.test(file)) continue;
    for (const line of declarations(file)) {
      const [property, value] = line.split(/: (.*)/s) as [string, string];
      if (!isRaw(property, value)) continue;
      if (EXCEPTIONS[file]?.test(line)) needed.add(file);
      else raw.push(`${file}  ${line}`);
    }
  }
  expect(raw).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((file) => !needed.has(file))).toEqual([]);
});

it('names no token that does not exist', () => {
  const tokens = ['tokens', 'materials', 'base']
    .map((name) => readFileSync(join(SRC, `style/${name}.css`), 'utf8'))
    .join('\n');
  const known = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const scale = /var\((--(?:size|space|radius|round|panel)[\w-]*)\)/g;
  const missing = [];
  for (const file of FILES)
    for (const [, name] of readFileSync(join(SRC, file), 'utf8').matchAll(scale))
      if (!known.has(name)) missing.push(`${file} ${name}`);
  expect(missing).toEqual([]);
});
