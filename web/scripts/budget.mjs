// Fails when the first load is too heavy: everything that opening the start page, a table or a replay
// can fetch before the board is drawn in 3D, gzipped; of the languages the largest. What is loaded
// only when it is asked for (lessons, rules, analysis …) is listed, and does not count.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { manifestPath } from './manifest.mjs';

const LIMIT_KB = 130;
const ROOTS = [
  'index.html',
  ...['table/Table', 'table/Join', 'study/review/Replay'].map((s) => `src/${s}.svelte`),
  'src/study/hints/LevelAdvice.svelte',
];
const FIXED = ['index.html', 'early.js', 'icon.svg'];
const built = fileURLToPath(new URL('../../src/sommet/server/static/', import.meta.url));
const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));

/** Files that loading these modules fetches. */
function closure(names) {
  const seen = new Set();
  const files = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], assets = [], imports = [] } = manifest[name];
    for (const part of [file, ...css, ...assets]) files.add(part);
    imports.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

async function size(name) {
  const content = await readFile(join(built, name));
  // Fonts and pictures are compressed already.
  return /\.(woff2|png|webp)$/.test(name) ? content.length : gzipSync(content, { level: 9 }).length;
}

const show = (bytes, text) => console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${text}`);

for (const root of ROOTS) if (!manifest[root]) throw new Error(`${root} is not a chunk of its own`);
const texts = Object.keys(manifest).filter((name) => /i18n\/\w+\/common\.json$/.test(name));
if (texts.length === 0) throw new Error('the texts are not chunks of their own');
const bySize = await Promise.all(
  texts.map(async (name) => [await size(manifest[name].file), name]),
);
const [, largest] = bySize.sort(([a], [b]) => b - a)[0];

const first = new Set([...FIXED, ...closure([...ROOTS, largest])]);
let total = 0;
for (const name of first) {
  const bytes = await size(name);
  total += bytes;
  show(bytes, name);
}
show(total, `first load, of ${LIMIT_KB} kB at most`);
for (const [name, { file, isDynamicEntry }] of Object.entries(manifest))
  if (isDynamicEntry && !first.has(file) && !texts.includes(name))
    show(await size(file), `${file}, when asked for`);
if (total > LIMIT_KB * 1000) {
  console.error(`The first load is over ${LIMIT_KB} kB.`);
  process.exit(1);
}
