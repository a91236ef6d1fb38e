/** Colours that must be told apart are, also by those who see colours otherwise. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), at full severity, on linear RGB. */
const SIGHTS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ: readonly [Triple, Triple, Triple] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Triple = [0.95047, 1, 1.08883];
/** Two colours this far apart in CIELAB are unmistakable side by side; one is the least visible. */
const APART = 30;

const times = (matrix: readonly [Triple, Triple, Triple], v: Triple): Triple =>
  matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Triple;

function linear(hex: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

function lab(rgb: Triple): Triple {
  const clipped = rgb.map((value) => Math.max(0, Math.min(1, value))) as unknown as Triple;
  const [x, y, z] = times(XYZ, clipped).map((value, i) => {
    const part = value / WHITE[i]!;
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  }) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const css = ['tokens', 'materials']
  .map((name) => readFileSync(join(import.meta.dirname, `../src/style/${name}.css`), 'utf8'))
  .join('\n');
const dark = css.indexOf("[data-theme='dark']");

function colour(name: string, theme: 'light' | 'dark'): string {
  const own = new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g');
  const found = [...css.matchAll(own)];
  const inTheme = found.filter(({ index }) => theme === 'light' || index > dark);
  return (inTheme[0] ?? found[0])![1]!;
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['ball-light', 'ball-dark'],
    ['ball-dark', 'ball-ring'],
    ['seat-0', 'seat-1'],
    ['jade-bright', 'amber-bright'],
  ])('%s and %s differ for everybody', (one, other) => {
    for (const [name, sight] of Object.entries(SIGHTS)) {
      const [a, b] = [one, other].map((key) => lab(times(sight, linear(colour(key, theme)))));
      expect(Math.hypot(...a!.map((value, i) => value - b![i]!)), name).toBeGreaterThan(APART);
    }
  });
});

const luminance = (hex: string) => times(XYZ, linear(hex))[1];
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe('the mark of what a reason is about', () => {
  /** What a non-text sign needs. */
  const SEEN = 3;
  const [edge, inside] = [colour('worth-about', 'light'), colour('worth-ink', 'light')];
  const grounds = [...css.matchAll(/--(board|board-edge|board-hole|ball-\w+): (#[0-9a-f]{6});/g)];

  it('stands out from every board and ball, by its edge or its inside', () => {
    expect(grounds.length).toBeGreaterThan(12);
    for (const [, name, ground] of grounds)
      expect(
        Math.max(contrast(edge, ground!), contrast(inside, ground!)),
        `${name} ${ground}`,
      ).toBeGreaterThanOrEqual(SEEN);
    expect(contrast(edge, inside)).toBeGreaterThanOrEqual(SEEN);
  });

  it.each(['worth-win', 'worth-draw', 'worth-loss'])('is not taken for %s', (name) => {
    for (const [who, sight] of Object.entries(SIGHTS)) {
      const [a, b] = [inside, colour(name, 'light')].map((hex) => lab(times(sight, linear(hex))));
      expect(Math.hypot(...a!.map((value, i) => value - b![i]!)), who).toBeGreaterThan(APART);
    }
  });
});
