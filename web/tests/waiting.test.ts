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

const PARTS = {
  lobby: true,
  accounts: true,
  bots: true,
  ratings: true,
  tournaments: true,
  greetings: true,
  push: false,
};
const challenge = (mine: boolean) => ({ table: TABLES[0], name: 'Ada', mine });

/** A page on which somebody reads the rules. */
async function open() {
  history.replaceState(null, '', '/rules/pylos');
  const { waiting } = await import('../src/kept/waiting.svelte');
  const { checkNow: look } = await import('../src/app/watchWaiting');
  return { waiting, look };
}

describe('what waits elsewhere', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is nothing for a guest without games, and nobody is asked', async () => {
    const asked = serve({});
    const { waiting, look } = await open();
    await look();
    expect(asked).toEqual([]);
    expect([waiting.challenges, waiting.turns]).toEqual([0, []]);
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
    const { waiting, look } = await open();
    await look();
    expect(waiting.challenges).toBe(1);
    expect(waiting.turns).toEqual([TABLES[1]]);
    // Seats are not brought each time.
    await look();
    expect(asked.filter((path) => path === '/api/account/seats')).toHaveLength(1);
  });

  it('is counted on the icon of the installed page, for as long as it waits', async () => {
    const icon = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
    Object.assign(navigator, icon);
    // More games than one question may name; the second part's is more urgent.
    const tables = Array.from({ length: 60 }, (_, number) => String(number).padStart(12, 'a'));
    const kept = tables.map((table) => ({ table, token: 'x', invite: null }));
    localStorage.setItem('sommet.tables', JSON.stringify(kept));
    const parts: string[][] = [];
    let over = false;
    vi.stubGlobal(
      'fetch',
      vi.fn(async (path: string, init?: RequestInit) => {
        if (path === '/api/games') return Response.json(PARTS);
        const { seats } = JSON.parse(String(init?.body)) as { seats: { table: string }[] };
        const asked = seats.map(({ table }) => table);
        parts.push(asked);
        const mine = asked.filter((table) => !over && [tables[3], tables[55]].includes(table));
        const games = mine.map((table) => ({
          table,
          your_turn: true,
          left_ms: table === tables[3] ? null : 5,
        }));
        return Response.json({ games });
      }),
    );
    try {
      const { waiting, look } = await open();
      await look();
      expect(parts.map((part) => part.length)).toEqual([50, 10]);
      expect(waiting.turns).toEqual([tables[55], tables[3]]);
      expect(icon.setAppBadge).toHaveBeenLastCalledWith(2);
      expect(icon.clearAppBadge).not.toHaveBeenCalled();
      over = true;
      await look();
      expect(icon.clearAppBadge).toHaveBeenCalledTimes(1);
      // Where no game goes on nobody is asked, and nothing stays on the icon.
      localStorage.clear();
      const before = parts.length;
      await look();
      expect(parts).toHaveLength(before);
      expect(icon.clearAppBadge).toHaveBeenCalledTimes(2);
    } finally {
      for (const name of Object.keys(icon)) Reflect.deleteProperty(navigator, name);
    }
  });

  it('is brought to a table that the account plays at, on whatever device', async () => {
    localStorage.setItem('sommet.account', 'Grace');
    const answers: Record<string, unknown> = {
      '/api/account/seats': { seats: [{ table: TABLES[0], token: 'pass' }] },
    };
    const asked = serve(answers);
    await open();
    const { seatToken } = await import('../src/app/ownSeat');
    const { keptTable } = await import('../src/kept/tables');
    // Kept, and not asked for again; the address may have a seat of its own, or none is there.
    expect(await seatToken(TABLES[0]!, null)).toBeNull();
    expect(keptTable(TABLES[0]!)).toMatchObject({ token: 'pass', pass: true });
    expect(await seatToken(TABLES[0]!, null)).toBeNull();
    expect(await seatToken(TABLES[1]!, 'own')).toBe('own');
    expect(await seatToken('local_abc', null)).toBeNull();
    expect(asked).toHaveLength(1);
    expect(await seatToken(TABLES[1]!, null)).toBeNull();
    expect(asked).toHaveLength(2);
    // Where the server cannot be reached nobody becomes a spectator; who is signed out is one.
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    await expect(seatToken(TABLES[1]!, null)).rejects.toThrow();
    serve({});
    expect(await seatToken(TABLES[1]!, null)).toBeNull();
    expect(localStorage.getItem('sommet.account')).toBeNull();
    expect(keptTable(TABLES[0]!)).toBeNull();
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
    await import('../src/community/checkWaiting');
    const { mount, unmount } = await import('svelte');
    const { default: WaitingMark } = await import('../src/ui/frame/WaitingMark.svelte');
    const { watchWaiting } = await import('../src/app/watchWaiting');
    const mark = mount(WaitingMark, { target: document.body });
    const link = (name: string) =>
      document.querySelector<HTMLAnchorElement>(`[data-testid="${name}"]`);
    const end = watchWaiting();
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
