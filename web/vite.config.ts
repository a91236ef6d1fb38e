/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/** Where `sommet serve` listens while the page is being worked on with `npm run dev`. */
const server = process.env['SOMMET_SERVER'] ?? 'http://127.0.0.1:8420';

/** The language and area of a file of texts. */
const textFile = /\/i18n\/(\w+)\/(\w+)\.json$/;

/** Modules that lie in one file: what is always fetched together, or small and shown by more than one screen. */
const TOGETHER = {
  shared:
    /\/src\/(feel\/(feel|afterNews)|core\/solved|table\/(lastBuild|ask\/key|live\/dealing)|ui\/(advised|Trouble))\b/,
  local:
    /\/src\/(core\/(core|calls)|table\/(here|boards|position|computer|local\/(local|game|open|snapshot|store|clock)))\b/,
  online: /\/src\/table\/live\/(connect|live|online|fold|promises)\b/,
  'pylos-board':
    /\/src\/games\/pylos\/(CellGrid|FlatBoard|Guide|PylosBoard|Reserves|cellLabel|choice|geometry|marks)\b/,
  'pacal-board': /\/src\/(ui\/drag|games\/pacal\/(Card|Guide|Pyramid|geometry))\b/,
};

/** Tells early.js which file holds the texts of the first screen, so that it is asked for at once. */
const announceTexts = (base: string): Plugin => ({
  name: 'announce-texts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const texts = Object.values(bundle ?? {}).flatMap((file) => {
        const [, language, area] =
          textFile.exec(('facadeModuleId' in file && file.facadeModuleId) || '') ?? [];
        return area === 'common' ? [`${language}=${base}${file.fileName}`] : [];
      });
      const early = `src="${base}early.js"`;
      return html.replace(early, `${early} data-texts="${texts.join(' ')}"`);
    },
  },
});

/**
 * Lets Chromium compile the functions of the start page while they arrive, beside the page's own thread,
 * instead of one by one when each is first called; other browsers read a comment.
 */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.name === 'page')
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** A page of a static host brings its own content policy, as the server sends it. */
const contentPolicy: Plugin = {
  name: 'content-policy',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content:
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
          "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
      },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * Sites that show a link's picture want its whole address: PAGE_URL says where a static host has the page.
 * Without it the address is relative, which some of them resolve.
 */
const wholePreview: Plugin = {
  name: 'whole-preview',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(
        '"./previews/',
        `"${process.env['PAGE_URL']?.replace(/\/*$/, '/') ?? './'}previews/`,
      ),
  },
};

const OUT: Readonly<Record<string, string>> = {
  static: '../build/static',
  gallery: '../build/gallery',
};

/**
 * `--mode static` builds for any folder of any static host, into build/static; `--mode gallery` builds
 * gallery.html alone, into build/gallery.
 */
export default defineConfig(({ mode }) => ({
  base: mode === 'static' ? './' : '/',
  plugins:
    mode === 'static'
      ? [svelte(), announceTexts('./'), compileAhead, contentPolicy, wholePreview]
      : [svelte(), announceTexts('/'), compileAhead],
  json: { stringify: true },
  worker: { format: 'es' },
  build: {
    outDir: OUT[mode] ?? '../src/sommet/server/static',
    emptyOutDir: true,
    manifest: true,
    // The content policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    target: 'es2022',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input:
        mode === 'gallery'
          ? { gallery: 'gallery.html' }
          : { index: 'index.html', sw: 'worker/sw.ts' },
      output: {
        // Few files: each small one more costs a request, and is compressed worse.
        codeSplitting: {
          groups: [
            // What the start page needs is there for all others. main.ts waits for the texts, so it stays alone;
            // core/simd is the service worker's, which cannot import.
            {
              name: 'page',
              tags: ['$initial'],
              test: /\/(src|node_modules)\/(?!main\.ts|core\/simd)/,
              priority: 2,
            },
            ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test, priority: 1 })),
          ],
        },
        // The service worker's reach is the folder it lies in, and its name must not change.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames({ facadeModuleId }) {
          const [, language, area] = textFile.exec(facadeModuleId ?? '') ?? [];
          return area ? `assets/text-${language}-${area}-[hash].js` : 'assets/[name]-[hash].js';
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/texts.ts'],
    // One browser-like world for all files of a thread: making one costs more than most files' tests.
    isolate: false,
    pool: 'threads',
    // However busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
