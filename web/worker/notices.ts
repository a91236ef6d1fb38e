/** What a push says, in the player's language. The page's own texts are not loaded when one comes. */

export interface Pushed {
  readonly language: string;
  readonly waiting: number;
  readonly notices: readonly {
    readonly kind: 'move' | 'deadline' | 'challenge' | 'round';
    readonly table: string;
    readonly game: 'pylos' | 'pacal';
    readonly opponent: string | null;
    readonly due_ms: number | null;
  }[];
}

export interface Shown {
  readonly title: string;
  readonly body: string;
  /** A later notice of the same table takes the place of the one before. */
  readonly tag: string;
  /** Where a tap leads. */
  readonly path: string;
}

interface Texts {
  readonly move: string;
  readonly deadline: string;
  readonly challenge: string;
  readonly round: string;
  readonly against: string;
  readonly until: string;
}

export const TEXTS: Readonly<Record<string, Texts>> = {
  en: {
    move: 'Your move',
    deadline: 'Your time is running out',
    challenge: 'You are challenged',
    round: 'Your tournament game begins',
    against: '{game} against {name}',
    until: 'You have until {time}.',
  },
  fr: {
    move: 'À toi de jouer',
    deadline: 'Ton temps est bientôt écoulé',
    challenge: 'On te lance un défi',
    round: 'Ta partie du tournoi commence',
    against: '{game} contre {name}',
    until: 'Tu as jusqu’à {time}.',
  },
  nl: {
    move: 'Jij bent aan zet',
    deadline: 'Je tijd is bijna om',
    challenge: 'Je wordt uitgedaagd',
    round: 'Je toernooipartij begint',
    against: '{game} tegen {name}',
    until: 'Je hebt tot {time}.',
  },
  de: {
    move: 'Du bist am Zug',
    deadline: 'Deine Zeit läuft ab',
    challenge: 'Du wirst herausgefordert',
    round: 'Deine Turnierpartie beginnt',
    against: '{game} gegen {name}',
    until: 'Du hast Zeit bis {time}.',
  },
};
const GAMES = { pylos: 'Pylos', pacal: 'Pacal' };

export function describe(pushed: Pushed): readonly Shown[] {
  const language = pushed.language in TEXTS ? pushed.language : 'en';
  const texts = TEXTS[language]!;
  const moment = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
  return pushed.notices.map(({ kind, table, game, opponent, due_ms }) => {
    const played =
      opponent === null
        ? GAMES[game]
        : texts.against.replace('{game}', GAMES[game]).replace('{name}', () => opponent);
    const until =
      due_ms === null ? '' : ` – ${texts.until.replace('{time}', moment.format(due_ms))}`;
    return {
      title: texts[kind],
      body: played + until,
      tag: `sommet-${table}`,
      path: kind === 'challenge' ? '' : `play/${table}`,
    };
  });
}
