/** What a person chose for the page itself; kept in this browser only. */
import { firstLanguage, isLanguage, loadLanguage, type Language } from '../i18n';

export const BOARD_THEMES = ['oak', 'slate', 'felt', 'contrast'] as const;
export const CARD_THEMES = ['stone', 'paper', 'contrast'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
export type CardTheme = (typeof CARD_THEMES)[number];

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: boolean;
  view: 'auto' | '3d' | 'flat';
  name: string;
  /** `auto` is the browser's first language that the page has. */
  language: 'auto' | Language;
  /** What the board and the cards are made of; style/materials.css paints them. */
  board: BoardTheme;
  cards: CardTheme;
  /** Letters and numbers on the boards, as move lists use them. */
  coordinates: boolean;
  /** Rings drawn round the dark balls, for people who cannot distinguish the colours. */
  pattern: boolean;
  /** 0 is silent, 1 the loudest. */
  volume: number;
  /** A short tick under the finger, where the device can. */
  haptics: boolean;
  /** Whether `?` lists the keys. */
  helpKey: boolean;
  /** Where a move against a person waits for a second touch before it is sent. */
  confirm: 'phone' | 'always' | 'never';
  /** Whether the system says that it is the player's turn while another tab is shown. */
  notices: boolean;
  /** Steps of the lessons that are done, and the one that was looked at last. */
  lessons: Record<'pylos' | 'pacal', { done: string[]; at: string | null }>;
}

const KEY = 'sommet.settings';
const defaults: Settings = {
  theme: 'auto',
  motion: true,
  view: 'auto',
  name: '',
  language: 'auto',
  board: 'oak',
  cards: 'stone',
  coordinates: false,
  pattern: false,
  volume: 0.5,
  haptics: true,
  helpKey: true,
  confirm: 'phone',
  notices: false,
  lessons: { pylos: { done: [], at: null }, pacal: { done: [], at: null } },
};

function load(): Settings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...defaults, ...(stored as Partial<Settings>) };
  } catch {
    return { ...defaults };
  }
}

export const settings: Settings = $state(load());

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const stillQuery = matchMedia('(prefers-reduced-motion: reduce)');

/** The page's present theme, whether chosen or the system's. */
export const look = $state({ dark: darkQuery.matches });

/** Puts the settings on the document; call again after each change. */
export function applySettings(): void {
  const root = document.documentElement;
  const system = darkQuery.matches ? 'dark' : 'light';
  const theme = settings.theme === 'auto' ? system : settings.theme;
  root.dataset['theme'] = theme;
  look.dark = theme === 'dark';
  root.dataset['motion'] = settings.motion ? 'on' : 'off';
  root.dataset['board'] = settings.board;
  root.dataset['cards'] = settings.cards;
  root.dataset['pattern'] = settings.pattern ? 'on' : 'off';
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the settings then last for this page.
  }
}

darkQuery.addEventListener('change', applySettings);

// Changed in another tab: this one follows.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, load());
  applySettings();
  loadLanguage(chosenLanguage()).catch((error: unknown) => console.warn(error));
});

/** The language chosen, or a first guess from what the browser asks for. */
export function chosenLanguage(): Language {
  return isLanguage(settings.language) ? settings.language : firstLanguage(navigator.languages);
}

/** Whether things may move on screen. */
export function moving(): boolean {
  return settings.motion && !stillQuery.matches;
}

/** Whether 3D was tried and did not work, although the browser promised it. */
export const drawing = $state({ failed3d: false });

/** Whether boards are drawn flat: as chosen, or because 3D is not to be had. */
export function showsFlat(): boolean {
  return settings.view === 'flat' || drawing.failed3d || (settings.view === 'auto' && !hasWebgl());
}

let webgl: boolean | undefined;

/** Whether this browser can draw in 3D. */
export function hasWebgl(): boolean {
  if (webgl === undefined)
    try {
      const context = document.createElement('canvas').getContext('webgl2');
      webgl = context !== null;
      context?.getExtension('WEBGL_lose_context')?.loseContext();
    } catch {
      webgl = false;
    }
  return webgl;
}
