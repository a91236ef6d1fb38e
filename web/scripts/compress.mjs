// Puts the list of built files aside, and writes a .br and a .gz beside every built text file, for the
// server to send as they are.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { manifestPath } from './manifest.mjs';

const built = fileURLToPath(new URL('../../src/sommet/server/static/', import.meta.url));

await mkdir(dirname(manifestPath), { recursive: true });
await rename(join(built, '.vite/manifest.json'), manifestPath);
await rm(join(built, '.vite'), { recursive: true });

for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(html|js|css|svg|json|txt|wasm|webmanifest)$/.test(entry.name))
    continue;
  const path = join(entry.parentPath, entry.name);
  const content = await readFile(path);
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
}
