/** A position as a picture: drawn as SVG, painted onto a canvas, to be shared or saved. */
import { CELLS, LEVELS, parsePosition, reserveOf } from '../games/pylos/geometry';
import { t } from '../i18n';
import displayUrl from '../style/fonts/display.woff2?url';
import figuresUrl from '../style/fonts/figures.woff2?url';
import type { Board, PyramidField } from '../protocol/boards';
import { seatName } from '../table/wording';
import { saveFile } from '../ui/files/saveFile';
import { tell } from '../ui/notes.svelte';

const SIDE = 1080;
type Paint = (name: string) => string;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The pyramid from above, level beside level, as the flat board shows it. */
function drawPylos(position: string, paint: Paint): string {
  const { cells } = parsePosition(position);
  const [cell, frame] = [112, 18];
  /** The middle of each level's foot, in reading order. */
  const feet = [
    [296, 642],
    [784, 642],
    [296, 970],
    [784, 970],
  ] as const;
  const ball = (x: number, y: number, r: number, kind: 'L' | 'D') =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${kind})" stroke="${paint('--ball-dark-edge')}" stroke-width="2"/>`;
  const gradient = (id: string, name: string) =>
    `<radialGradient id="${id}" cx="36%" cy="30%" r="78%"><stop offset="0" stop-color="${paint(`${name}-shine`)}"/>` +
    `<stop offset=".45" stop-color="${paint(name)}"/><stop offset="1" stop-color="${paint(`${name}-edge`)}"/></radialGradient>`;
  const parts = [
    `<defs>${gradient('L', '--ball-light')}${gradient('D', '--ball-dark')}<linearGradient id="board" x2=".4" y2="1">` +
      `<stop offset="0" stop-color="${paint('--board')}"/><stop offset="1" stop-color="${paint('--board-edge')}"/></linearGradient></defs>`,
  ];
  for (let level = 1; level <= LEVELS; level++) {
    const [middle, foot] = feet[level - 1]!;
    const width = (LEVELS + 1 - level) * cell + 2 * frame;
    const [left, top] = [middle - width / 2, foot - width];
    parts.push(
      `<text x="${middle}" y="${top - 14}" text-anchor="middle" class="level">${escaped(t('pylos.level', { level }))}</text>`,
      `<rect x="${left}" y="${top}" width="${width}" height="${width}" rx="24" fill="url(#board)"/>`,
    );
    for (const { index, row, column } of CELLS.filter((one) => one.level === level)) {
      const x = left + frame + (column + 0.5) * cell;
      const y = top + frame + (row + 0.5) * cell;
      const content = cells[index];
      parts.push(
        content
          ? ball(x, y, 50, content)
          : `<circle cx="${x}" cy="${y}" r="36" fill="${paint('--board-hole')}" opacity="${level === 1 ? 1 : 0.45}"/>`,
      );
    }
  }
  const count = (x: number, kind: 'L' | 'D', name: string) =>
    `${ball(x, 1030, 20, kind)}<text x="${x + 34}" y="1041" class="small">${escaped(name)} ${reserveOf(cells, kind)}</text>`;
  return (
    parts.join('') + count(76, 'L', seatName('pylos', 0)) + count(326, 'D', seatName('pylos', 1))
  );
}

function drawPyramid(fields: readonly PyramidField[], left: number, paint: Paint, seat?: 0 | 1) {
  const [width, height, top] = [112, 136, 290];
  const parts: string[] = [];
  if (seat !== undefined)
    parts.push(
      `<rect x="${left}" y="186" width="28" height="28" rx="${seat === 0 ? 7 : 14}" fill="${paint(`--seat-${seat}`)}"/>` +
        `<text x="${left + 42}" y="212" class="small">${escaped(seatName('pacal', seat))}</text>`,
    );
  // The 6 and the 9 can be taken for each other: as on the cards, a line says which way up.
  const number = (card: number, x: number, y: number, rest: string) =>
    `<text x="${x}" y="${y}"${card === 6 || card === 9 ? ' text-decoration="underline"' : ''} ${rest}>${card}</text>`;
  let first = 0;
  for (let row = 1; row <= 4; row++) {
    for (let column = 0; column < row; column++) {
      const { card, covered } = fields[first + column]!;
      const x = left + (4 - row) * (width / 2 + 4) + column * (width + 8);
      const y = top + (row - 1) * (height + 8);
      parts.push(
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="13" fill="${paint(card === null ? '--field' : '--card')}" stroke="${paint(card === null ? '--line-strong' : '--card-edge')}" stroke-width="2"/>`,
        card === null
          ? ''
          : number(card, x + width / 2, y + height / 2 + 21, 'text-anchor="middle" class="card"'),
        covered === null
          ? ''
          : number(covered, x + width - 12, y + 30, 'text-anchor="end" class="covered"'),
      );
    }
    first += row;
  }
  return parts.join('');
}

/** The picture of a board as SVG, with the page's own faces where `fonts` brings them; hands are never in it. */
export function drawBoard(board: Board, title: string, paint: Paint, fonts = ''): string {
  const drawing =
    board.kind === 'pylos'
      ? drawPylos(board.position, paint)
      : board.kind === 'solo'
        ? drawPyramid(board.pyramid, 304, paint)
        : drawPyramid(board.pyramids[0]!, 40, paint, 0) +
          drawPyramid(board.pyramids[1]!, 568, paint, 1);
  const edge = board.kind === 'pylos' ? 54 : 40;
  // Long names are written smaller, never beyond the edge.
  const size = Math.min(52, (52 * 36) / title.length);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">` +
    `<style>${fonts}text{font-family:'Sommet Display',Georgia,serif;font-variant-numeric:lining-nums;fill:${paint('--ink')}}` +
    `.title{font-size:${size}px}.small{font-size:34px}.level{font-size:26px;fill:${paint('--ink-soft')}}` +
    `.card{font-size:60px;fill:${paint('--card-ink')}}.covered{font-size:26px;fill:${paint('--card-ink')}}</style>` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${paint('--paper')}"/>` +
    `<text x="${edge}" y="88" class="title">${escaped(title)}</text>${drawing}` +
    `<text x="${SIDE - edge}" y="1041" text-anchor="end" class="small">Sommet</text></svg>`
  );
}

/** The display face and its figures inside the SVG: a picture of its own fetches nothing. */
async function embedFonts(): Promise<string> {
  const faces = [
    [displayUrl, ''],
    [figuresUrl, 'unicode-range:U+30-39'],
  ] as const;
  const rules = faces.map(async ([url, range]) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `@font-face{font-family:'Sommet Display';src:url(data:font/woff2;base64,${text});${range}}`;
  });
  return (await Promise.all(rules)).join('');
}

async function paintPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(SIDE, SIDE);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Hands the picture on: where a phone has a sheet to share with, else as a file. */
export async function shareBoard(board: Board, title: string): Promise<void> {
  const style = getComputedStyle(document.documentElement);
  // Without a connection the reader's own fonts will do.
  const fonts = await embedFonts().catch(() => '');
  const paint = (name: string) => style.getPropertyValue(name).trim() || '#888';
  const svg = drawBoard(board, title, paint, fonts);
  const file = new File([await paintPng(svg)], `sommet-${board.kind}.png`, { type: 'image/png' });
  const data = { files: [file], title };
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.(data)) {
    try {
      return await navigator.share(data);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  saveFile(file.name, file);
  tell(t('picture.saved'));
}
