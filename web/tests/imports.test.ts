import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { complain, readGraph } from '../scripts/imports.mjs';

const LAYERS = [['screens'], ['parts', 'sounds'], ['screens/address.ts']];
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function complaintsOf(files: Readonly<Record<string, string>>): string[] {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return complain(readGraph(root), LAYERS);
}

const button = { 'parts/Button.svelte': '<script lang="ts">let a: number = 1;</script>{a}' };
const start = { 'screens/start.ts': 'export const at = 1;' };

test('imports towards later layers pass, also of a file that lies deeper than its folder', () => {
  const files = {
    ...button,
    'screens/address.ts': 'export type Address = string;',
    'screens/Start.svelte':
      '<script lang="ts">import Button from "../parts/Button.svelte";</script><Button />',
    'parts/link.ts': 'import type { Address } from "../screens/address"; export type A = Address;',
  };
  expect(complaintsOf(files)).toEqual([]);
});

test.each([
  ['an import', 'parts/a.ts', 'import { at } from "../screens/start"; at;'],
  ['of a type', 'parts/a.ts', 'import type { at } from "../screens/start"; type A = at;'],
  ['when it is needed', 'parts/a.ts', 'export const a = () => import("../screens/start");'],
  ['passed on', 'parts/a.ts', 'export { at } from "../screens/start";'],
  ['in a script', 'parts/A.svelte', '<script>import { at } from "../screens/start"</script>{at}'],
  ['in markup', 'parts/A.svelte', '{#await import("../screens/start") then { at }}{at}{/await}'],
])('a wrong direction is reported: %s', (_, path, source) => {
  expect(complaintsOf({ ...start, [path]: source })).toEqual([
    `${path} imports screens/start.ts: parts must not use screens`,
  ]);
});

test('folders of one layer do not import each other', () => {
  expect(complaintsOf({ ...button, 'sounds/a.ts': 'import "../parts/Button.svelte";' })).toEqual([
    'sounds/a.ts imports parts/Button.svelte: sounds must not use parts',
  ]);
});

test('a circle within a folder is reported with its way', () => {
  const files = {
    'parts/a.ts': 'import "./b";',
    'parts/b.ts': 'import "./C.svelte";',
    'parts/C.svelte': '<script>import "./a"</script>',
  };
  expect(complaintsOf(files)).toEqual([
    'circle: parts/C.svelte → parts/a.ts → parts/b.ts → parts/C.svelte',
  ]);
});

test('a new folder has to be given a layer', () => {
  expect(complaintsOf({ 'shop/a.ts': '' })).toEqual([
    'shop/a.ts is in no layer of web/scripts/imports.mjs',
  ]);
});

test('the page keeps to its layers', () => {
  expect(complain(readGraph(join(import.meta.dirname, '../src')))).toEqual([]);
}, 60_000);
