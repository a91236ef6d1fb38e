/** The page's addresses. What follows `#` is secret and never leaves the browser. */
import { hasServer } from '../protocol/site';
import { inner, innerHere, outer } from './address';

export type Route =
  | { readonly at: 'start' }
  | { readonly at: 'play'; readonly table: string; readonly token: string | null }
  | { readonly at: 'join'; readonly table: string; readonly invite: string }
  | { readonly at: 'watch'; readonly table: string }
  | {
      readonly at: 'replay';
      readonly id: string;
      readonly game: number | null;
      readonly ply: number | null;
      /** Whether to show what each move was worth. */
      readonly review: boolean;
      /** Whose eyes to look through, after one of the player's own games. */
      readonly seat: 0 | 1 | null;
      /** The record itself, packed, where the address holds it. */
      readonly record: string;
    }
  | {
      readonly at: 'explore';
      readonly game: 'pylos' | 'pacal';
      readonly position: string | null;
      readonly rules: string;
    }
  | { readonly at: 'daily'; readonly part: string | null }
  | {
      readonly at: 'puzzles';
      readonly game: 'pylos' | 'pacal';
      /** Puzzles of one kind of position, or nothing. */
      readonly lesson: string | null;
      readonly rules: string;
    }
  | { readonly at: 'games' }
  | { readonly at: 'leaderboard' }
  | { readonly at: 'tournaments' }
  | { readonly at: 'tournament'; readonly id: string }
  | {
      readonly at: 'player';
      readonly name: string;
      /** Where one met them, or nothing. */
      readonly met: string;
    }
  | { readonly at: 'program'; readonly name: string }
  | {
      readonly at: 'account';
      /** The secret of a link from another device, or nothing. */
      readonly link: string;
    }
  | {
      readonly at: 'learn';
      /** Without a game: which lessons there are. */
      readonly game: 'pylos' | 'pacal' | null;
      /** Without a step: where one left. */
      readonly step: string | null;
    }
  | {
      readonly at: 'rules';
      readonly game: 'pylos' | 'pacal';
      /** The preset or book asked for. */
      readonly by: string | null;
      readonly clause: string;
    }
  | { readonly at: 'nowhere' };

function count(value: string | null): number | null {
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null;
}

function seatIn(value: string | null): 0 | 1 | null {
  return value === '0' ? 0 : value === '1' ? 1 : null;
}

/** The table of the server that an address names, or nothing. */
const tableIn = (query: URLSearchParams) =>
  /^[A-Za-z0-9]{12}$/.exec(query.get('met') ?? '')?.[0] ?? '';

/** A name in an address; an unreadable one matches no player. */
function readName(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Tables of the server have no place on a page without one. */
const isPlaced = (table: string) => hasServer || table.startsWith('local_');

export function parseRoute(address: URL): Route {
  const [, at = '', id = '', more] = address.pathname.split('/');
  const secret = address.hash.slice(1);
  if (at === '' && id === '') return { at: 'start' };
  if (at === 'account' && id === '' && hasServer) return { at, link: secret };
  if ((at === 'leaderboard' || at === 'tournaments') && id === '' && hasServer) return { at };
  if ((at === 'player' || at === 'program') && id !== '' && !more && hasServer) {
    const name = readName(id);
    return at === 'program' ? { at, name } : { at, name, met: tableIn(address.searchParams) };
  }
  const study = id === '' ? parseStudy(at, address.searchParams) : null;
  if (study) return study;
  const game = id === 'pylos' || id === 'pacal' ? id : null;
  if (at === 'learn' && (game || id === ''))
    return { at, game, step: more !== undefined && /^[a-z-]{1,32}$/.test(more) ? more : null };
  if (at === 'rules' && game && !more)
    return { at, game, by: address.searchParams.get('by'), clause: secret };
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id) || more) return { at: 'nowhere' };
  if (!isPlaced(id)) return { at: 'nowhere' };
  switch (at) {
    case 'tournament':
      return { at, id };
    case 'play':
      return { at, table: id, token: secret === '' ? null : secret };
    case 'join':
      return { at, table: id, invite: secret };
    case 'watch':
      return { at, table: id };
    case 'replay':
    case 'review':
      return {
        at: 'replay',
        id,
        game: count(address.searchParams.get('game')),
        ply: count(address.searchParams.get('ply')),
        review: at === 'review',
        seat: seatIn(address.searchParams.get('seat')),
        record: secret,
      };
    default:
      return { at: 'nowhere' };
  }
}

/** The screens for study, which need no id. */
function parseStudy(at: string, query: URLSearchParams): Route | null {
  switch (at) {
    case 'explore':
      return {
        at,
        game: query.get('game') === 'pacal' ? 'pacal' : 'pylos',
        position: query.get('position'),
        rules: query.get('rules') ?? 'standard',
      };
    case 'daily':
      return { at, part: query.get('part') };
    case 'puzzles':
      return {
        at,
        game: query.get('game') === 'pacal' ? 'pacal' : 'pylos',
        lesson: query.get('lesson'),
        rules: query.get('rules') ?? 'standard',
      };
    case 'games':
      return { at };
    default:
      return null;
  }
}

function here(): string {
  const { pathname, search, hash } = innerHere();
  return pathname + search + hash;
}

/** The trail after going from one screen to an address. */
export function follow(
  trail: readonly string[],
  at: Route['at'],
  from: string,
  path: string,
): readonly string[] {
  const isReading = /^\/(rules|learn)\b/.test(path);
  if (!isReading || path === trail.at(-1)) return trail.slice(0, isReading ? -1 : 0);
  if (at === 'learn') return path.startsWith('/rules') ? [...trail, from] : trail;
  if (at === 'rules') return trail;
  return at === 'start' || at === 'nowhere' ? [] : [from];
}

class Router {
  route: Route = $state.raw(parseRoute(innerHere()));
  /** What a lesson or a look at the rules interrupted: a game, and in it perhaps a lesson. */
  private trail: readonly string[] = $state.raw([]);

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
  }

  private read(): void {
    this.route = parseRoute(innerHere());
  }

  /** What follows `#` in the address. */
  get fragment(): string {
    return innerHere().hash.slice(1);
  }

  /** Where reading began, to go back to. */
  get back(): string | null {
    return this.trail.at(-1) ?? null;
  }

  go(path: string): void {
    this.trail = follow(this.trail, this.route.at, here(), path);
    history.pushState(null, '', outer(path, location.href));
    this.read();
    scrollTo(0, 0);
  }

  /** Changes the address to one that shows the same screen, unless that was left meanwhile. */
  note(path: string): void {
    if (parseRoute(new URL(path, location.origin)).at === this.route.at)
      history.replaceState(null, '', outer(path, location.href));
  }

  /** Changes the address without leaving an entry in the history. */
  replace(path: string): void {
    history.replaceState(null, '', outer(path, location.href));
    this.read();
  }
}

export const router = new Router();

/** Where a link of the page leads, within the page. */
function addressOf(link: HTMLAnchorElement, now: URL): URL {
  const written = link.getAttribute('href') ?? '';
  if (hasServer) return new URL(link.href);
  if (/^#(?!\/)/.test(written)) return new URL(written, now);
  return written.startsWith('/') && !written.includes('#/')
    ? new URL(written, now.origin)
    : inner(new URL(link.href));
}

/** On a static host, gives a link that is about to be used the address that other windows need. */
export function mendLink(event: Event): void {
  if (hasServer) return;
  const link = (event.target as Element).closest('a');
  const written = link?.getAttribute('href') ?? '';
  if (link && written.startsWith('/') && !written.includes('#/'))
    link.href = outer(written, location.href);
}

/** Follows links within the page without loading it again. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  const now = innerHere();
  const to = addressOf(link, now);
  if (
    ![
      '/',
      '/play',
      '/join',
      '/watch',
      '/replay',
      '/review',
      '/explore',
      '/daily',
      '/puzzles',
      '/games',
      '/account',
      '/leaderboard',
      '/tournament',
      '/tournaments',
      '/player',
      '/program',
      '/learn',
      '/rules',
    ].some((p) => to.pathname === p || (p !== '/' && to.pathname.startsWith(`${p}/`)))
  )
    return;
  event.preventDefault();
  const path = to.pathname + to.search + to.hash;
  // Going to another clause of the same page adds no entry to the history.
  if (to.hash !== '' && to.pathname === now.pathname && to.search === now.search)
    router.replace(path);
  else router.go(path);
}
