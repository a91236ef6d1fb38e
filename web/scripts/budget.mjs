// Fails when the start page, or what opening a table of one game adds to it, is too heavy, gzipped; of the
// languages the largest counts. A table counts all that is fetched until it can be played on: the screen,
// the board seen from above, the worker and the rules of that game. Players come with the first move and
// have a limit of their own; weights and 3D come when they are asked for: listed, not counted.
//
// `--lists` prints these lists instead, as JSON: a test in a real browser holds them to what is fetched.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { manifestPath } from './manifest.mjs';

const START = {
  name: 'the start page',
  limitKb: 110,
  fixed: ['index.html', 'early.js', 'icon.svg'],
  roots: ['index.html', 'start/Start', 'study/hints/LevelAdvice', 'table/here'],
  texts: ['common', 'levels'],
};
const table = (name, board, rules, ...more) => ({
  name,
  limitKb: 45,
  roots: ['table/Table', board, ...more],
  core: ['worker', rules],
});
const HELP = 'study/hints/HelpPanel';
const ONLINE = ['table/live/connect'];
/** Each counts what it adds to the start page. */
const TABLES = [
  table('Pylos against the computer', 'games/pylos/PylosBoard', 'pylos-rules', HELP),
  table('Pacal against the computer', 'games/pacal/PacalTable', 'pacal-rules', HELP),
  table('Pacal alone', 'games/pacal/SoloTable', 'pacal-rules', HELP),
  table('Pylos with a friend', 'games/pylos/PylosBoard', 'pylos-rules', ...ONLINE),
  table(
    'Pacal with a friend',
    'games/pacal/PacalTable',
    'pacal-rules',
    ...ONLINE,
    'table/live/promises',
  ),
];
/** What sends moves and greetings to people: asked for once the board is drawn, so it is counted on its own. */
const PEOPLE = {
  name: 'What sends moves and greetings to people',
  limitKb: 5,
  roots: ['table/parts/Intents', 'table/parts/Greet'],
  texts: ['playing'],
};
/** All players of both games, with vectors or without; a browser loads one of the two. */
const PLAYERS = ['players', 'players-plain'].map((module) => ({
  name: `The module ${module}`,
  limitKb: 150,
  roots: [],
  core: [module],
}));

const built = fileURLToPath(new URL('../../src/sommet/server/static/', import.meta.url));
const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
const assets = await readdir(join(built, 'assets'));

/** Files that loading these modules fetches. */
function closure(names) {
  const seen = new Set();
  const files = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], assets = [], imports = [] } = manifest[name];
    // The core's worker starts with the first question: the table's.
    for (const part of [file, ...css, ...assets])
      if (!part.startsWith('assets/worker-')) files.add(part);
    imports.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

/** A screen that is not a chunk of its own is part of what imports it. */
const chunk = (root) =>
  [root, `src/${root}.svelte`, `src/${root}.ts`].find((name) => manifest[name]);

/** A worker's files are in no manifest. */
function coreFile(name) {
  const found = assets.find((file) => new RegExp(`^${name}-[\\w-]{8}\\.(js|wasm)$`).test(file));
  if (!found) throw new Error(`there is no ${name} of the core`);
  return `assets/${found}`;
}

async function size(name) {
  const content = await readFile(join(built, name));
  // Fonts and pictures are compressed already.
  return /\.(woff2|png|webp)$/.test(name) ? content.length : gzipSync(content, { level: 9 }).length;
}

/** The largest of the languages. */
async function largest(area) {
  const names = Object.keys(manifest).filter((name) => name.endsWith(`/${area}.json`));
  if (names.length === 0) throw new Error(`the texts of ${area} are not chunks of their own`);
  const sizes = await Promise.all(
    names.map(async (name) => [await size(manifest[name].file), name]),
  );
  return sizes.sort(([a], [b]) => b - a)[0][1];
}

const show = (bytes, text) => console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${text}`);

async function filesOf({ fixed = [], roots, texts = [], core = [] }, before) {
  const chunks = roots.map(chunk).filter(Boolean);
  return [
    ...fixed,
    ...closure([...chunks, ...(await Promise.all(texts.map(largest)))]),
    ...core.map(coreFile),
  ].filter((file) => !before.has(file));
}

async function count(stage, before) {
  const { name, limitKb } = stage;
  const files = await filesOf(stage, before);
  let total = 0;
  for (const file of files) {
    const bytes = await size(file);
    total += bytes;
    show(bytes, file);
  }
  show(total, `${name}${before.size > 0 ? ' adds' : ''}, of ${limitKb} kB at most\n`);
  if (total > limitKb * 1000) {
    console.error(`Too heavy: ${name} is over ${limitKb} kB.`);
    process.exitCode = 1;
  }
  return files;
}

if (process.argv.includes('--lists')) {
  const before = new Set(await filesOf(START, new Set()));
  const lists = await Promise.all(
    TABLES.map(async (stage) => [stage.name, await filesOf(stage, before)]),
  );
  console.log(JSON.stringify(Object.fromEntries(lists)));
  process.exit();
}

const start = new Set(await count(START, new Set()));
const counted = new Set(start);
for (const stage of TABLES) for (const file of await count(stage, start)) counted.add(file);
for (const file of await count(PEOPLE, counted)) counted.add(file);
for (const stage of PLAYERS) for (const file of await count(stage, new Set())) counted.add(file);
for (const [name, { file, isDynamicEntry }] of Object.entries(manifest))
  if (isDynamicEntry && !counted.has(file) && !name.includes('/i18n/'))
    show(await size(file), `${file}, when asked for`);
