// Writes src/protocol/messages.ts from the server's JSON Schema; with --check, fails if it is not current.
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const source = new URL('../schema/protocol.schema.json', import.meta.url);
const target = new URL('../src/protocol/messages.ts', import.meta.url);

const schema = JSON.parse(await readFile(source, 'utf8'));
// Every tag of a union is always sent, also where the server fills it in by itself.
for (const definition of Object.values(schema.$defs)) {
  const tags = Object.entries(definition.properties ?? {}).filter(([, value]) => 'const' in value);
  if (tags.length > 0)
    definition.required = [
      ...new Set([...(definition.required ?? []), ...tags.map(([name]) => name)]),
    ];
}
const text = await compile(schema, schema.title, {
  bannerComment:
    '/* Generated from schema/protocol.schema.json by `npm run types`: change the server, not this file. */',
  additionalProperties: false,
  unreachableDefinitions: true,
  style: { singleQuote: true, printWidth: 100 },
});

if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '');
  if (current !== text) {
    console.error('src/protocol/messages.ts is not current: run `npm run types`.');
    process.exit(1);
  }
} else await writeFile(target, text);
