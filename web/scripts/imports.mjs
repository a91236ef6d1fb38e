/**
 * Checks that the page's files import one way, from the layers listed first to those listed later, and
 * never in a circle.
 *
 *     node scripts/imports.mjs [FOLDER]   # src by default
 *
 * A layer lists paths below that folder. The longest path that fits decides, so a single file can lie
 * deeper than its folder. Paths of one layer do not import each other. Imports of types count, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

export const LAYERS = [
  ['main.ts', 'gallery'],
  ['app'],
  ['start', 'learn'],
  ['community'],
  ['study'],
  ['table'],
  [
    'study/hints',
    'community/LobbyWait.svelte',
    'community/NextGame.svelte',
    'community/AtTable.svelte',
    'community/Greetings.svelte',
  ],
  [
    'study/asking.ts',
    'study/coach.ts',
    'study/wording.ts',
    'study/ShowAll.svelte',
    'study/picture.ts',
  ],
  ['rules'],
  ['games/pylos', 'games/pacal'],
  ['ui'],
  ['rules/Clause.svelte'],
  ['table/tableLine.ts'],
  ['rules/openClause.svelte.ts', 'table/wording.ts', 'table/clock.ts', 'table/local/id.ts'],
  ['app/routes.svelte.ts', 'app/online.svelte.ts', 'feel'],
  ['app/address.ts'],
  ['community/api.ts', 'community/yourGames.ts', 'community/players/api.ts'],
  ['kept'],
  ['core'],
  ['protocol'],
  ['i18n'],
];

/** What a component imports, in its scripts and in its markup. */
function importsOfComponent(source) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (node !== null && typeof node === 'object') {
      const from = node.source ?? node.argument;
      if (/^(Import|Export|TSImport)/.test(node.type) && typeof from?.value === 'string')
        found.push(from.value);
      Object.values(node).forEach(visit);
    }
  };
  visit(parse(source, { modern: true }));
  return found;
}

const importsOf = (path, source) =>
  path.endsWith('.svelte')
    ? importsOfComponent(source)
    : ts.preProcessFile(source).importedFiles.map((file) => file.fileName);

/** The file that an import names, or undefined for libraries, styles and data. */
function resolve(files, from, name) {
  if (!name.startsWith('.')) return undefined;
  const path = normalize(join(dirname(from), name));
  return [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => files.has(candidate));
}

/** Every source file below `root`, with the files that it imports. */
export function readGraph(root) {
  const files = new Map(
    readdirSync(root, { recursive: true })
      .filter((path) => /\.(ts|svelte)$/.test(path))
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  return new Map(
    [...files].map(([path, source]) => [
      path,
      [...new Set(importsOf(path, source).map((name) => resolve(files, path, name)))].filter(
        (file) => file !== undefined,
      ),
    ]),
  );
}

/** The layer of a file and the path that puts it there, or null for a file of no layer. */
function placeOf(path, layers) {
  let found = null;
  layers.forEach((paths, layer) => {
    for (const at of paths)
      if ((path === at || path.startsWith(`${at}/`)) && at.length > (found?.at.length ?? 0))
        found = { layer, at };
  });
  return found;
}

function wrongDirections(graph, layers) {
  const complaints = [];
  for (const [path, imported] of graph) {
    const from = placeOf(path, layers);
    if (!from) complaints.push(`${path} is in no layer of web/scripts/imports.mjs`);
    for (const file of imported) {
      const to = placeOf(file, layers);
      if (!from || !to || from.at === to.at || from.layer < to.layer) continue;
      complaints.push(`${path} imports ${file}: ${from.at} must not use ${to.at}`);
    }
  }
  return complaints;
}

/** One complaint for each circle that a walk along the imports runs into. */
function circles(graph) {
  const complaints = [];
  const done = new Set();
  const walk = (path, way) => {
    const start = way.indexOf(path);
    if (start >= 0) complaints.push(`circle: ${[...way.slice(start), path].join(' → ')}`);
    if (start >= 0 || done.has(path)) return;
    for (const file of graph.get(path) ?? []) walk(file, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return complaints;
}

export const complain = (graph, layers = LAYERS) => [
  ...wrongDirections(graph, layers),
  ...circles(graph),
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complaints = complain(readGraph(process.argv[2] ?? 'src'));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
