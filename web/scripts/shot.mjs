// shot URL FILE [WIDTHxHEIGHT] [light|dark] [WAIT_MS]: one screenshot, for working on the looks.
import { chromium } from 'playwright-core';

const [url, file, size = '1280x800', theme = 'light', wait = '600'] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
page.on(
  'console',
  (m) =>
    m.text().includes('ReadPixels') ||
    m.type() === 'debug' ||
    console.log(m.type(), m.text().slice(0, 200)),
);
page.on('pageerror', (error) => console.log('ERROR', error.message));
await page.goto(url);
await page.waitForTimeout(Number(wait));
await page.screenshot({ path: file });
await browser.close();
