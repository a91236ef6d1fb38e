import { afterEach, describe, expect, test, vi } from 'vitest';
import { notice } from '../src/feel/notice';
import { describe as words, TEXTS, type Pushed } from '../worker/notices';

// By a name that the types do not follow: the worker has types of its own (worker/tsconfig.json).
const PUSH = '../worker/push';
const { listenForPushes } = (await import(PUSH)) as { listenForPushes: () => void };

const pushed = (language: string, kind: 'move' | 'deadline' | 'challenge' | 'round'): Pushed => ({
  language,
  waiting: 1,
  notices: [
    { kind, table: 'abcdefghijkl', game: 'pylos', opponent: '$& Ann', due_ms: 1_700_000_000_000 },
  ],
});

describe('what a push says', () => {
  test('in each language, with the opponent, the deadline and the way there', () => {
    expect(Object.keys(TEXTS).sort()).toEqual(['de', 'en', 'fr', 'nl']);
    const titles = Object.keys(TEXTS).map((language) => words(pushed(language, 'move'))[0]!.title);
    expect(new Set(titles).size).toBe(4);
    const [shown] = words(pushed('de', 'deadline'));
    expect(shown).toMatchObject({ title: 'Deine Zeit läuft ab', path: 'play/abcdefghijkl' });
    expect(shown!.body).toContain('Pylos gegen $& Ann – Du hast Zeit bis Dienstag');
  });

  test('a game of a tournament leads to its table', () => {
    const [shown] = words(pushed('nl', 'round'));
    expect(shown).toMatchObject({
      title: 'Je toernooipartij begint',
      path: 'play/abcdefghijkl',
    });
  });

  test('a challenge leads to the start page, and an unknown language is English', () => {
    const [shown] = words(pushed('xx', 'challenge'));
    expect(shown).toMatchObject({ title: 'You are challenged', path: '' });
  });
});

describe('a service worker that gets a push', () => {
  afterEach(() => vi.unstubAllGlobals());

  const hear = () => {
    const heard: Record<string, (event: unknown) => void> = {};
    const shown: unknown[][] = [];
    const opened: string[] = [];
    const pages = [{ url: 'https://here/play/other#token', focus: vi.fn() }];
    const badge = vi.fn(async () => undefined);
    vi.stubGlobal('self', {
      addEventListener: (name: string, listen: (event: unknown) => void) => (heard[name] = listen),
      location: { href: 'https://here/sw.js' },
      navigator: { setAppBadge: badge },
      registration: { showNotification: async (...what: unknown[]) => void shown.push(what) },
      clients: {
        matchAll: async () => pages,
        openWindow: async (address: string) => void opened.push(address),
      },
    });
    listenForPushes();
    const happen = async (name: string, event: object) => {
      let work: Promise<unknown> | undefined;
      heard[name]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
      await work;
    };
    return { happen, shown, opened, pages, badge };
  };

  test('shows it, sets the badge, and nothing where nothing came', async () => {
    const { happen, shown, badge } = hear();
    await happen('push', { data: null });
    expect(shown).toEqual([]);
    await happen('push', { data: { json: () => pushed('en', 'move') } });
    expect(badge).toHaveBeenCalledWith(1);
    const [[title, options]] = shown as [[string, Record<string, string>]];
    expect(title).toBe('Your move');
    expect(options).toMatchObject({
      tag: 'sommet-abcdefghijkl',
      lang: 'en',
      data: 'https://here/play/abcdefghijkl',
    });
    expect(options['body']).toContain('You have until');
  });

  test('leads to the table: to its page where that is open, else to a new one', async () => {
    const { happen, opened, pages } = hear();
    const notification = { data: 'https://here/play/other', close: vi.fn() };
    await happen('notificationclick', { notification });
    expect(notification.close).toHaveBeenCalled();
    expect(pages[0]!.focus).toHaveBeenCalled();
    expect(opened).toEqual([]);
    notification.data = 'https://here/play/abcdefghijkl';
    await happen('notificationclick', { notification });
    expect(opened).toEqual(['https://here/play/abcdefghijkl']);
  });
});

describe('a notice of a page that is hidden', () => {
  afterEach(() => vi.unstubAllGlobals());

  const made = vi.fn();
  /** A phone's browser refuses those that a page makes itself. */
  const browser = (permission: string, isPhone: boolean, registration?: object) => {
    made.mockReset();
    const Notice = vi.fn(function (...what: unknown[]) {
      if (isPhone) throw new TypeError('Illegal constructor');
      made(...what);
    });
    Object.assign(Notice, { permission });
    vi.stubGlobal('Notification', Notice);
    const serviceWorker = registration && { getRegistration: async () => registration };
    vi.stubGlobal('navigator', { serviceWorker });
  };

  test("is the service worker's where there is one, and leads back to the page", async () => {
    const showNotification = vi.fn(async () => undefined);
    browser('granted', true, { active: {}, showNotification });
    vi.stubGlobal('location', { href: 'https://here/play/abcdefghijkl#token' });
    await notice('Your turn');
    expect(showNotification).toHaveBeenCalledWith('Your turn', {
      tag: 'sommet-turn',
      icon: '/icon.svg',
      data: 'https://here/play/abcdefghijkl',
    });
  });

  test("is the page's own where no worker is active, and none where none is allowed", async () => {
    for (const registration of [undefined, { active: null }]) {
      browser('granted', false, registration);
      await notice('Your turn');
      expect(made).toHaveBeenCalledWith('Your turn', expect.objectContaining({}));
    }
    browser('denied', false);
    await notice('Your turn');
    expect(made).not.toHaveBeenCalled();
  });
});
