// Fails when the start page, or what a table adds to it, is too heavy, gzipped; of the languages the
// largest counts. What is loaded only when it is asked for (lessons, rules, analysis, 3D …) is listed,
// and does not count.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { manifestPath } from './manifest.mjs';

/** Each stage counts what it adds to those before it. */
const STAGES = [
  {
    name: 'the start page',
    limitKb: 110,
    roots: ['index.html', 'src/start/Start.svelte', 'src/study/hints/LevelAdvice.svelte'],
    extra: [],
  },
  {
    name: 'a table or a replay, with the boards and rules of both games',
    limitKb: 90,
    roots: ['table/Table', 'table/Join', 'study/review/Replay'].map((s) => `src/${s}.svelte`),
    extra: ['rules'],
  },
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

const texts = Object.keys(manifest).filter((name) => /i18n\/\w+\/common\.json$/.test(name));
if (texts.length === 0) throw new Error('the texts are not chunks of their own');
const bySize = await Promise.all(
  texts.map(async (name) => [await size(manifest[name].file), name]),
);
const [, largest] = bySize.sort(([a], [b]) => b - a)[0];

const assets = await readdir(join(built, 'assets'));
const seen = new Set();
let failed = false;
for (const [number, { name: stage, limitKb, roots, extra }] of STAGES.entries()) {
  // A screen that is not a chunk of its own is part of what imports it.
  const chunks = roots.filter((root) => manifest[root]);
  if (chunks.length === 0) throw new Error(`${stage} has no chunk of its own`);
  const modules = extra.map((name) =>
    assets.find((a) => a.startsWith(`${name}-`) && a.endsWith('.wasm')),
  );
  const files = [
    ...(number === 0 ? FIXED : []),
    ...closure(number === 0 ? [...chunks, largest] : chunks),
    ...modules.map((name) => `assets/${name}`),
  ];
  let total = 0;
  for (const name of files.filter((file) => !seen.has(file))) {
    seen.add(name);
    const bytes = await size(name);
    total += bytes;
    show(bytes, name);
  }
  show(total, `${stage}, of ${limitKb} kB at most`);
  if (total > limitKb * 1000) {
    console.error(`Too heavy: ${stage} is over ${limitKb} kB.`);
    failed = true;
  }
}
for (const [name, { file, isDynamicEntry }] of Object.entries(manifest))
  if (isDynamicEntry && !seen.has(file) && !texts.includes(name))
    show(await size(file), `${file}, when asked for`);
if (failed) process.exit(1);
