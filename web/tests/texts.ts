/** Before every file of unit tests: nothing stored, English, with all areas, as a page that has loaded everything. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadArea, loadLanguage, type Area } from '../src/i18n';

localStorage.clear();
await loadLanguage('en');
for (const file of readdirSync(join(import.meta.dirname, '../src/i18n/en')))
  await loadArea(file.replace('.json', '') as Area);
