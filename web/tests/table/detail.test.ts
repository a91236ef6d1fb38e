/** How finely the 3D board is drawn: plainly where the processor has to do it. */
import { describe, expect, it } from 'vitest';
import { detailFor } from '../../src/games/pylos/three/detail';

const UNMASKED_RENDERER_WEBGL = 0x9246;

function drawnBy(name: string | null): WebGL2RenderingContext {
  return {
    getExtension: () => (name === null ? null : { UNMASKED_RENDERER_WEBGL }),
    getParameter: (asked: number) => (asked === UNMASKED_RENDERER_WEBGL ? name : ''),
  } as unknown as WebGL2RenderingContext;
}

describe('the detail of the 3D board', () => {
  it.each([
    'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)',
    'llvmpipe (LLVM 15.0.6, 256 bits)',
    'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)',
  ])('is plain for %s', (name) => {
    expect(detailFor(drawnBy(name)).plain).toBe(true);
  });

  it.each(['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)', 'Apple M2', null])(
    'is fine for %s',
    (name) => {
      expect(detailFor(drawnBy(name)).plain).toBe(false);
    },
  );
});
