// Where the build leaves the list of its files: beside the tools, not among what is served.
import { fileURLToPath } from 'node:url';

export const manifestPath = fileURLToPath(
  new URL('../node_modules/.sommet/manifest.json', import.meta.url),
);
