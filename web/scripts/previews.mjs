// Draws public/previews/*.png, which links to the page show: one for each game and one for both. Run it when
// they should look different. The pictures of the games are the page's own (src/ui/GamePicture.svelte).
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const folder = new URL('../public/previews/', import.meta.url);
const style = async (name) =>
  readFile(new URL(`../src/style/${name}.css`, import.meta.url), 'utf8');
const font = await readFile(new URL('../src/style/fonts/display.woff2', import.meta.url), 'base64');
const previews = [
  ['sommet', 'Sommet', 'Two quiet pyramid games for two', ['pylos', 'pacal']],
  ['pylos', 'Pylos', 'Build the pyramid, save your balls, take the summit', ['pylos']],
  ['pacal', 'Pacal', 'Offer two cards, build in descending order', ['pacal']],
];

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { render } = await vite.ssrLoadModule('svelte/server');
const { default: GamePicture } = await vite.ssrLoadModule('/src/ui/GamePicture.svelte');
const picture = (game) => {
  const { head, body } = render(GamePicture, { props: { game } });
  return `${head}${body}`;
};
// Styles of components travel beside them in development; here they are read from the source.
const source = await readFile(new URL('../src/ui/GamePicture.svelte', import.meta.url), 'utf8');
const drawn = source.slice(source.indexOf('<style>') + 7, source.indexOf('</style>'));
const css = `${await style('tokens')}${await style('materials')}
  @font-face { font-family: Preview; src: url(data:font/woff2;base64,${font}); }
  ${drawn}
  body { margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 56px; padding: 0 72px;
         box-sizing: border-box; background: #f3efe6; color: #26241f; }
  .words { flex: 1 1 0; } h1 { margin: 0; font: 400 110px/1 Preview; } p { font: 400 38px/1.3 system-ui; color: #5a554a; }
  .pictures { flex: 0 0 560px; display: grid; gap: 36px; } .pictures svg { width: 100%; }
  .pictures.two { padding-inline: 110px; flex-basis: 380px; }`;

await mkdir(fileURLToPath(folder), { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const [name, title, words, games] of previews) {
  await page.setContent(
    `<!doctype html><style>${css}</style><div class="words"><h1>${title}</h1><p>${words}</p></div>` +
      `<div class="pictures ${games.length > 1 ? 'two' : ''}">${games.map(picture).join('')}</div>`,
  );
  await page.evaluate(() => document.fonts.ready);
  await writeFile(new URL(`${name}.png`, folder), await page.screenshot());
}
await browser.close();
await vite.close();
