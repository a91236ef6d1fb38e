// Writes which files the service worker keeps: the page, tables of this browser with the core, lessons and
// rules, and the texts by language.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Screens that are there without the server, and those that then say what is missing. */
const KEPT = /^src\/(feel|games|learn|rules|start|study|table|ui)\/(?!pylos\/three)/;
/** Kept as well where everything was taken along. */
const ALONG = 'src/games/pylos/three/stage.ts';
/** The core's worker, what it reads files with, and its rules: a worker's files are in no manifest. */
const CORE = /^((worker|data)-[\w-]+\.js|((pylos|pacal)-rules|players)-(?!plain)[\w-]+\.wasm)$/;
/** The players for browsers without vectors, which keep them as well. */
const PLAIN = /^players-plain-[\w-]+\.wasm$/;
const FIXED = ['early.js', 'icon.svg', 'manifest.webmanifest'];
const folder = process.argv[2] ?? 'src/sommet/server/static';
const built = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
const manifest = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8'));

let files = new Set();
const seen = new Set();
function visit(name) {
  if (seen.has(name)) return;
  seen.add(name);
  const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[name];
  for (const part of [file, ...css, ...assets]) files.add(part);
  imports.forEach(visit);
  dynamicImports.filter((inner) => KEPT.test(inner)).forEach(visit);
}
visit('index.html');
const assets = await readdir(join(built, 'assets'));
for (const name of assets) if (CORE.test(name)) files.add(`assets/${name}`);
const page = [...files];
files = new Set();
visit(ALONG);
const along = [...files].filter((file) => !page.includes(file));
const plain = assets.filter((name) => PLAIN.test(name)).map((name) => `assets/${name}`);

const texts = {};
for (const [name, { file }] of Object.entries(manifest)) {
  const language = /\/i18n\/(\w+)\/\w+\.json$/.exec(name)?.[1];
  if (language) (texts[language] ??= []).push(file);
}

// All lie below the folder that the service worker itself lies in.
const shell = ['', ...FIXED, ...page];
const hash = createHash('sha256').update(JSON.stringify([shell, plain, along, texts]));
for (const name of ['index.html', ...FIXED, 'sw.js'])
  hash.update(await readFile(join(built, name)));
const kept = { version: hash.digest('hex').slice(0, 12), shell, plain, along, texts };
const worker = join(built, 'sw.js');
const code = await readFile(worker, 'utf8');
if (/^import\b/.test(code))
  throw new Error('the service worker imports a file: it would not start');
await writeFile(worker, `self.sommetFiles=${JSON.stringify(kept)};${code}`);
