// Draws public/icons/*.png from public/icon.svg, which is ours; run it when that changes.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
// Systems cut maskable icons to their own shape: a square ground, and the drawing well inside.
const square = svg.replace('rx="14"', '');
const inset = square
  .replace(
    /<g|<circle cx="32" cy="21"/,
    (tag) => `<g transform="translate(9.6 9.6) scale(0.7)">${tag}`,
  )
  .replace('</svg>', '</g></svg>');
const icons = [
  ['192', svg, 192],
  ['512', svg, 512],
  ['maskable', inset, 512],
  ['touch', square, 180],
];

await mkdir(fileURLToPath(new URL('icons', folder)), { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const [name, drawing, side] of icons) {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${drawing}`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, folder), png);
}
await browser.close();
