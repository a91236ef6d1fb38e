import { expect, it } from 'vitest';
import { pacalBuild, pylosMiddle, soloBoard } from '../../src/gallery/fixtures';
import { drawBoard } from '../../src/study/picture';

const paint = (name: string) => `var(${name})`;

it('draws every ball of a position and the reserves', () => {
  const svg = drawBoard(pylosMiddle, 'Ada – <Bob>', paint);
  const balls = [...pylosMiddle.position.split(' ')[0]!].filter((sign) => 'LD'.includes(sign));
  // Each ball once, and one of each colour beside its count.
  expect(svg.match(/url\(#[LD]\)/g)).toHaveLength(balls.length + 2);
  expect(svg).toContain('Ada – &#60;Bob&#62;');
  // As one reads: 1 and 2 above, 3 and 4 below.
  const places = [
    ...svg.matchAll(/x="(\d+)" y="(\d+)" text-anchor="middle" class="level">[^<]*(\d)</g),
  ];
  const order = places.sort((a, b) => Number(a[1]) - Number(b[1])).map(([, , , level]) => level);
  expect(order.join('')).toBe('1324');
});

it('draws the cards that lie open, and no hand', () => {
  const svg = drawBoard(pacalBuild, 'Pacal', paint);
  for (const card of [48, 40, 37, 43, 9]) expect(svg).toContain(`>${card}</text>`);
  // Which way up: the 9 is on the picture once.
  expect(svg.match(/underline"[^>]*>[69]</g)).toHaveLength(1);
  expect(svg).toContain('>Jade</text>');
  for (const card of [2, 8, 50, 17]) expect(svg).not.toContain(`>${card}</text>`);
  expect(drawBoard(soloBoard, 'Solo', paint).match(/class="card"/g)).toHaveLength(6);
});
