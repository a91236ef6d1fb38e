// Fails when the first load without 3D is too heavy: everything that opening the start page, a
// table or a replay can fetch before the board is drawn in 3D, gzipped.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 130;
const built = fileURLToPath(new URL('../../src/sommet/server/static/', import.meta.url));

const size = async (path) => {
  const content = await readFile(path);
  // Fonts are compressed already.
  return path.endsWith('.woff2') ? content.length : gzipSync(content, { level: 9 }).length;
};

const assets = (await readdir(join(built, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
const lazy = assets.filter((name) => /^stage-.*\.js$/.test(name));
if (lazy.length !== 1) throw new Error(`one chunk holds the 3D board, not ${lazy.length}`);
const lazyImports = (await readFile(join(built, 'assets', lazy[0]), 'utf8')).matchAll(
  /from\s*"\.\/([^"]+)"/g,
);
const shared = new Set([...lazyImports].map(([, name]) => basename(name)));
const first = ['index.html', 'early.js', 'icon.svg', ...assets.map((name) => join('assets', name))]
  .filter((name) => !lazy.includes(basename(name)))
  .map((name) => join(built, name));

let total = 0;
for (const path of first) {
  const bytes = await size(path);
  total += bytes;
  const mark = shared.has(basename(path)) ? ' (also used by 3D)' : '';
  console.log(
    `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${basename(dirname(path))}/${basename(path)}${mark}`,
  );
}
const heavy = await size(join(built, 'assets', lazy[0]));
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  first load, of ${LIMIT_KB} kB at most`);
console.log(`${(heavy / 1000).toFixed(1).padStart(7)} kB  3D, loaded when needed`);
if (total > LIMIT_KB * 1000) {
  console.error(`The first load is over ${LIMIT_KB} kB.`);
  process.exit(1);
}
