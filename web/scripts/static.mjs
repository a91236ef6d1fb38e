// What only the build needs does not go to a static host.
import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../build/static/', import.meta.url));
await rm(`${built}.vite`, { recursive: true });
// Without this file GitHub Pages leaves out what it takes for drafts.
await writeFile(`${built}.nojekyll`, '');
