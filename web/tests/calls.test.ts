import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const TABLES = ['abcdefghijkl', 'mnopqrstuvwx'];

/** A server that answers; what it was asked is kept. */
function serve(answers: Record<string, unknown>) {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL) => {
      const { pathname } = new URL(String(input), location.href);
      asked.push(pathname);
      const known = pathname in answers;
      return new Response(
        JSON.stringify(
          known
            ? answers[pathname]
            : {
                code: 'signed_out',
                key: 'refused.signed_out',
                params: {},
                clause: null,
                sentence: '',
              },
        ),
        { status: known ? 200 : 401, headers: { 'Content-Type': 'application/json' } },
      );
    }),
  );
  return asked;
}

const PARTS = { lobby: true, accounts: true, ratings: true, tournaments: true, push: false };
const challenge = (mine: boolean) => ({ table: TABLES[0], name: 'Ada', mine });

/** A page on which somebody reads the rules. */
async function open() {
  history.replaceState(null, '', '/rules/pylos');
  const { calls } = await import('../src/kept/calls.svelte');
  const { lookForCalls: look } = await import('../src/app/watchCalls');
  return { calls, look };
}

describe('what waits elsewhere', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is nothing for a guest without games, and nobody is asked', async () => {
    const asked = serve({});
    const { calls, look } = await open();
    await look();
    expect(asked).toEqual([]);
    expect([calls.challenges, calls.turns]).toEqual([0, []]);
  });

  it('is a challenge by somebody else, and every game that waits for the account', async () => {
    localStorage.setItem('sommet.account', 'Grace');
    const asked = serve({
      '/api/games': PARTS,
      '/api/account/seats': { seats: TABLES.map((table) => ({ table, token: 'x' })) },
      '/api/account/challenges': { challenges: [challenge(true), challenge(false)] },
      '/api/your-games': {
        games: [
          { table: TABLES[1], your_turn: true, left_ms: 5 },
          { table: TABLES[0], your_turn: false, left_ms: null },
        ],
      },
    });
    const { calls, look } = await open();
    await look();
    expect(calls.challenges).toBe(1);
    expect(calls.turns).toEqual([TABLES[1]]);
    // Seats are not brought each time.
    await look();
    expect(asked.filter((path) => path === '/api/account/seats')).toHaveLength(1);
  });

  it('is marked in the header, looked for now and again while somebody looks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    localStorage.setItem('sommet.account', 'Grace');
    const answers: Record<string, unknown> = {
      '/api/games': PARTS,
      '/api/account/seats': { seats: TABLES.map((table) => ({ table, token: 'x' })) },
      '/api/account/challenges': { challenges: [challenge(false)] },
      '/api/your-games': { games: [{ table: TABLES[1], your_turn: true, left_ms: 5 }] },
    };
    const asked = serve(answers);
    await open();
    await import('../src/community/lookForCalls');
    const { mount, unmount } = await import('svelte');
    const { default: CallMark } = await import('../src/ui/frame/CallMark.svelte');
    const { watchCalls } = await import('../src/app/watchCalls');
    const mark = mount(CallMark, { target: document.body });
    const link = (name: string) =>
      document.querySelector<HTMLAnchorElement>(`[data-testid="${name}"]`);
    const end = watchCalls();
    expect([link('challenged'), link('your-move')]).toEqual([null, null]);
    await vi.waitFor(() => expect(link('challenged')).not.toBeNull(), 10_000);
    // Who wants a game comes first; then the game that waits.
    expect(link('your-move')).toBeNull();
    answers['/api/account/challenges'] = { challenges: [] };
    await vi.waitFor(() => {
      vi.advanceTimersByTime(5_000);
      expect(link('your-move')?.pathname).toBe(`/play/${TABLES[1]}`);
    }, 10_000);
    expect(link('challenged')).toBeNull();
    // Nobody is asked for a page that nobody sees, nor once it is left.
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    hidden.mockRestore();
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(before);
    await unmount(mark);
    vi.useRealTimers();
  });

  it('is not asked again of an account that is signed out', async () => {
    localStorage.setItem('sommet.account', 'Grace');
    const asked = serve({ '/api/games': PARTS });
    const { look } = await open();
    await look();
    const before = asked.length;
    await look();
    expect(asked).toHaveLength(before);
    expect(localStorage.getItem('sommet.account')).toBeNull();
  });
});
