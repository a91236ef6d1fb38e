/** Short notes that appear at the edge of the page and go by themselves. */
import { t, tCode } from '../i18n';
import type { Refusal } from '../protocol/messages';

interface Note {
  readonly id: number;
  readonly text: string;
  readonly clause: string | null;
  readonly bad: boolean;
}

const LASTS_MS = 5500;
/** A clause to open needs time to reach. */
const WITH_CLAUSE_MS = 12_000;
let nextId = 1;
export const notes: { list: Note[] } = $state({ list: [] });

export function tell(text: string, bad = false, clause: string | null = null): void {
  const id = nextId++;
  notes.list = [...notes.list.slice(-2), { id, text, clause, bad }];
  setTimeout(() => dismiss(id), clause === null ? LASTS_MS : WITH_CLAUSE_MS);
}

export function dismiss(id: number): void {
  notes.list = notes.list.filter((note) => note.id !== id);
}

/** The family of keys that says what is wrong, for refusals that have `{why}` in their sentence. */
const DETAILS: Readonly<Record<string, string>> = { malformed: 'message', bad_record: 'record' };

/** Why a move is not allowed: as the boards put it where they have words for it, else as it was sent. */
function whyNot(reason: string, why: string): string {
  return tCode('touch', reason, null) || tCode('field', reason, null) || (why && `(${why})`);
}

export function refusalText(refusal: Refusal): string {
  const params: Record<string, string | number> = Object.fromEntries(
    Object.entries(refusal.params ?? {}).map(([name, value]) => [name, value ?? '']),
  );
  const family = DETAILS[refusal.code];
  if (family) {
    const other = family === 'record' ? 'record.other' : 'message.unreadable';
    const why = tCode(family, String(params['reason']), other, params);
    params['why'] = params['line'] ? t('record.inLine', { line: params['line'], why }) : why;
  }
  const text = tCode('refused', refusal.code, 'refused.other', params);
  if (!refusal.code.endsWith('_move')) return text;
  return `${text} ${whyNot(String(params['reason']), String(params['why'] ?? ''))}`.trim();
}

export function tellRefusal(refusal: Refusal | null): void {
  if (refusal) tell(refusalText(refusal), true, refusal.clause);
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(t('ui.copied'));
  } catch {
    tell(t('ui.copyFailed'), true);
  }
}
