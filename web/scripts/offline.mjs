// Tells the service worker which files to keep: the page, tables of this browser with the core, lessons and
// rules, and the texts by language.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Screens that are there without the server, and those that then say what is missing. */
const KEPT = /^src\/(feel|games|learn|rules|start|study|table|ui)\/(?!pylos\/three)/;
/** The core's worker, what it reads files with, and its rules: a worker's files are in no manifest. */
const CORE = /^((worker|data)-[\w-]+\.js|((pylos|pacal)-rules|players)-(?!plain)[\w-]+\.wasm)$/;
const FIXED = ['early.js', 'icon.svg', 'manifest.webmanifest'];
const folder = process.argv[2] ?? 'src/sommet/server/static';
const built = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
const manifest = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8'));

const files = new Set();
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
for (const name of await readdir(join(built, 'assets')))
  if (CORE.test(name)) files.add(`assets/${name}`);

const texts = {};
for (const [name, { file }] of Object.entries(manifest)) {
  const language = /\/i18n\/(\w+)\/\w+\.json$/.exec(name)?.[1];
  if (language) (texts[language] ??= []).push(file);
}

// All lie below the folder that the service worker itself lies in.
const shell = ['', ...FIXED, ...files];
const hash = createHash('sha256').update(JSON.stringify([shell, texts]));
for (const name of ['index.html', ...FIXED, 'sw.js'])
  hash.update(await readFile(join(built, name)));
const kept = { version: hash.digest('hex').slice(0, 12), shell, texts };
const worker = join(built, 'sw.js');
await writeFile(
  worker,
  `self.sommetFiles=${JSON.stringify(kept)};${await readFile(worker, 'utf8')}`,
);
