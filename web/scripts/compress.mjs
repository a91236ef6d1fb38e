// Writes a .br and a .gz beside every built text file, for the server to send as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const built = fileURLToPath(new URL('../../src/sommet/server/static/', import.meta.url));

for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(html|js|css|svg|json|txt)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = await readFile(path);
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
}
