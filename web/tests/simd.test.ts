/** Browsers with WebAssembly's vectors get the players that use them, all others the plain ones. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasSimd } from '../src/core/simd';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the players of a browser', () => {
  it('are those with vectors where a function that uses one is accepted', () => {
    expect(hasSimd()).toBe(true); // Node has them
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(hasSimd()).toBe(false);
    // The question is about a function that uses them: its module without that function is no module.
    const asked = new Uint8Array(validate.mock.calls[0]![0] as Uint8Array);
    validate.mockRestore();
    expect(WebAssembly.validate(asked)).toBe(true);
    expect([...asked.slice(-5, -1)]).toEqual([253, 15, 253, 98]); // i8x16.splat, i8x16.popcnt
  });

  it.each([
    [true, 'players.wasm'],
    [false, 'players-plain.wasm'],
  ])('are chosen by the worker (vectors: %s)', async (vectors, file) => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(vectors);
    const fetched: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      fetched.push(address);
      return new Response('', { status: 404 });
    });
    let listen: ((event: object) => void) | undefined;
    const answered = new Promise((resolve) =>
      vi.stubGlobal('self', {
        location: { href: 'http://host/assets/worker.js' },
        postMessage: resolve,
        addEventListener: (_: string, listener: (event: object) => void) => (listen = listener),
      }),
    );
    vi.resetModules();
    await import('../src/core/worker');
    listen!({ data: { id: 1, name: 'pylos.think', asked: { preset: 'standard', moves: [] } } });
    await answered;
    expect(fetched.map((address) => address.split('/').at(-1))).toEqual([file]);
  });
});
