/** The tables this browser has a seat at, so that games can be resumed. */
export interface KeptTable {
  readonly table: string;
  readonly token: string;
  /** Path of the invitation, while one is open. */
  readonly invite: string | null;
  /** Set for an open seat of the lobby: whether its owner has to be there; and for a guest's challenge. */
  readonly lobby?: 'live' | 'slow' | 'challenge';
  /** Whether the token is the account's for this device: it ends when the account signs out. */
  readonly pass?: boolean;
  /** Whether the game was over when it was last looked at; a rematch may have begun since. */
  readonly over?: boolean;
}

const KEY = 'sommet.tables';
/** As many as the server gives an account. */
const MOST = 500;
/** A running game is never dropped for a finished one. */
const MOST_OVER = 40;

export function keptTables(): readonly KeptTable[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is KeptTable =>
        typeof entry === 'object' &&
        entry !== null &&
        typeof (entry as KeptTable).table === 'string' &&
        typeof (entry as KeptTable).token === 'string',
    );
  } catch {
    return [];
  }
}

/** Seats at tables of the server. */
const serverSeats = (which: (entry: KeptTable) => boolean) =>
  keptTables()
    .filter((entry) => /^[A-Za-z0-9]{12}$/.test(entry.table) && which(entry))
    .map(({ table, token }) => ({ table, token }));

/** The seats in games that may still be running. */
export const runningSeats = () => serverSeats(({ over }) => !over);

/** The seats that were taken in this browser, by an account or a guest. */
export const ownSeats = () => serverSeats(({ pass }) => !pass);

/** Keeps a seat, newest first. False where the browser keeps nothing. */
export function keepTable(entry: KeptTable): boolean {
  const rest = keptTables().filter(({ table }) => table !== entry.table);
  return store([entry, ...rest]);
}

/** Keeps an account's seats, the newest first; where a seat of one's own is kept, that one stays. */
export function keepPasses(seats: readonly { table: string; token: string }[]): void {
  const kept = keptTables();
  const known = new Map(kept.map((entry) => [entry.table, entry]));
  const came = seats.filter(({ table }) => !known.has(table));
  const tokens = new Map(seats.map(({ table, token }) => [table, token]));
  const isOld = ({ pass, table, token }: KeptTable) => pass && token !== tokens.get(table);
  if (came.length === 0 && !kept.some((entry) => isOld(entry) && tokens.has(entry.table))) return;
  store([
    ...came.map(({ table, token }) => ({ table, token, invite: null, pass: true })),
    ...kept.map((entry) =>
      isOld(entry) ? { ...entry, token: tokens.get(entry.table) ?? entry.token } : entry,
    ),
  ]);
}

/** Forgets the account's seats: the next person here may be another, or gets them again. */
export function forgetPasses(): void {
  const kept = keptTables();
  const rest = kept.filter(({ pass }) => !pass);
  if (rest.length < kept.length) store(rest);
}

export function forgetTable(table: string): void {
  store(keptTables().filter((entry) => entry.table !== table));
}

export function keptTable(table: string): KeptTable | null {
  return keptTables().find((entry) => entry.table === table) ?? null;
}

/** Notes of some tables whether their game is over. */
export function noteOver(statuses: readonly (readonly [table: string, over: boolean])[]): void {
  const found = new Map(statuses);
  const kept = keptTables();
  const changes = ({ table, over = false }: KeptTable) => (found.get(table) ?? over) !== over;
  if (!kept.some(changes)) return;
  store(kept.map((entry) => (changes(entry) ? { ...entry, over: !entry.over } : entry)));
}

function store(entries: readonly KeptTable[]): boolean {
  let over = 0;
  const most = entries.filter((entry) => !entry.over || ++over <= MOST_OVER).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(most));
    return true;
  } catch {
    return false;
  }
}
