/** A position as a picture: drawn as SVG, painted onto a canvas, to be shared or saved. */
import { CELLS, LEVELS, parsePosition, reserveOf } from '../games/pylos/geometry';
import { t } from '../i18n';
import type { Board, PyramidField } from '../protocol/boards';
import { saveFile } from '../ui/files/saveFile';
import { tell } from '../ui/notes.svelte';

const SIDE = 1080;
type Paint = (name: string) => string;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The pyramid from above, level beside level, as the flat board shows it. */
function drawPylos(position: string, paint: Paint): string {
  const { cells } = parsePosition(position);
  const cell = 104;
  /** Left upper corners of the levels, two by two. */
  const corners = [
    [70, 130],
    [70, 590],
    [590, 590],
    [590, 130],
  ] as const;
  const ball = (x: number, y: number, r: number, kind: 'L' | 'D') =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${kind})" stroke="${paint('--ball-dark-edge')}" stroke-width="2"/>`;
  const gradient = (id: string, name: string) =>
    `<radialGradient id="${id}" cx="36%" cy="30%" r="78%"><stop offset="0" stop-color="${paint(`${name}-shine`)}"/>` +
    `<stop offset=".45" stop-color="${paint(name)}"/><stop offset="1" stop-color="${paint(`${name}-edge`)}"/></radialGradient>`;
  const parts = [`<defs>${gradient('L', '--ball-light')}${gradient('D', '--ball-dark')}</defs>`];
  for (let level = 1; level <= LEVELS; level++) {
    const [left, top] = corners[level - 1]!;
    const width = 420;
    parts.push(
      `<rect x="${left}" y="${top}" width="${width}" height="${width}" rx="26" fill="${paint('--board')}"/>`,
    );
    const inset = (width - (LEVELS + 1 - level) * cell) / 2;
    for (const { index, row, column } of CELLS.filter((one) => one.level === level)) {
      const x = left + inset + (column + 0.5) * cell;
      const y = top + inset + (row + 0.5) * cell;
      const content = cells[index];
      parts.push(
        content
          ? ball(x, y, 46, content)
          : `<circle cx="${x}" cy="${y}" r="36" fill="${paint('--board-hole')}" opacity="${level === 1 ? 1 : 0.45}"/>`,
      );
    }
  }
  const count = (x: number, kind: 'L' | 'D') =>
    `${ball(x, 1045, 20, kind)}<text x="${x + 34}" y="1056" class="small">${reserveOf(cells, kind)}</text>`;
  return parts.join('') + count(90, 'L') + count(210, 'D');
}

function drawPyramid(fields: readonly PyramidField[], left: number, top: number, paint: Paint) {
  const [width, height] = [112, 136];
  const parts: string[] = [];
  let first = 0;
  for (let row = 1; row <= 4; row++) {
    for (let column = 0; column < row; column++) {
      const { card, covered } = fields[first + column]!;
      const x = left + (4 - row) * (width / 2 + 4) + column * (width + 8);
      const y = top + (row - 1) * (height + 8);
      parts.push(
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${paint(card === null ? '--field' : '--card')}" stroke="${paint('--line-strong')}"/>`,
        card === null
          ? ''
          : `<text x="${x + width / 2}" y="${y + height / 2 + 18}" text-anchor="middle" class="card">${card}</text>`,
        covered === null
          ? ''
          : `<text x="${x + width - 12}" y="${y + 30}" text-anchor="end" class="covered">${covered}</text>`,
      );
    }
    first += row;
  }
  return parts.join('');
}

/** The picture of a board as SVG; hands are never in it. */
export function drawBoard(board: Board, title: string, paint: Paint): string {
  const drawing =
    board.kind === 'pylos'
      ? drawPylos(board.position, paint)
      : board.kind === 'solo'
        ? drawPyramid(board.pyramid, 302, 260, paint)
        : drawPyramid(board.pyramids[0]!, 40, 260, paint) +
          drawPyramid(board.pyramids[1]!, 564, 260, paint);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">` +
    `<style>text{font-family:Georgia,serif;fill:${paint('--ink')}}.title{font-size:52px}.small{font-size:34px}` +
    `.card{font-size:52px;fill:${paint('--card-ink')}}.covered{font-size:26px;fill:${paint('--card-ink')}}</style>` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${paint('--paper')}"/>` +
    `<text x="70" y="88" class="title">${escaped(title)}</text>${drawing}` +
    `<text x="1010" y="1056" text-anchor="end" class="small">Sommet</text></svg>`
  );
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
  const svg = drawBoard(board, title, (name) => style.getPropertyValue(name).trim() || '#888');
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
