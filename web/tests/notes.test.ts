import { afterEach, describe, expect, it } from 'vitest';
import { loadLanguage } from '../src/i18n';
import type { Refusal } from '../src/protocol/messages';
import { refusalText } from '../src/ui/notes.svelte';

const refusal = (code: string, params: Refusal['params']): Refusal => ({
  code,
  key: `refused.${code}`,
  params: params ?? {},
  clause: null,
  sentence: '',
});

describe('a refusal', () => {
  afterEach(() => loadLanguage('en'));

  it('says in the language on screen what is wrong with a record, and where', async () => {
    await loadLanguage('de');
    const wrong = { why: 'line 4: a second header Dark', line: 4, reason: 'header-twice' };
    expect(refusalText(refusal('bad_record', { ...wrong, name: 'Dark' }))).toBe(
      'Die gespeicherte Partie enthält einen Fehler: Zeile 4, die Kopfzeile Dark steht zweimal da.',
    );
    expect(refusalText(refusal('bad_record', { why: 'odd', line: null, reason: 'new' }))).toBe(
      'Die gespeicherte Partie enthält einen Fehler: dort steht etwas Unlesbares.',
    );
  });

  it('says in the language on screen what is wrong with a message', async () => {
    await loadLanguage('fr');
    const wrong = { why: 'name: too long', where: 'name', reason: 'too-long' };
    expect(refusalText(refusal('malformed', wrong))).toBe(
      'Le message n’a pas pu être lu\u00a0: name est trop long.',
    );
  });

  it('says why a move is not allowed: in the words of the boards, else in those of the server', () => {
    const said = (reason: string | null, why: string) =>
      refusalText(refusal('illegal_move', { move: '1a1', reason, why }));
    expect(said('occupied', '1a1 is not empty')).toBe(
      '1a1 is not allowed here. There is already a ball here.',
    );
    expect(said('too-low', '7 does not go there')).toBe(
      '1a1 is not allowed here. A higher number comes later in reading order.',
    );
    expect(said('passing', 'nobody may pass')).toBe('1a1 is not allowed here. (nobody may pass)');
    expect(said(null, '')).toBe('1a1 is not allowed here.');
    expect(refusalText(refusal('stale', { reason: 'occupied' }))).toBe('The game has moved on.');
  });
});
