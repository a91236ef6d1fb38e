/** Times as the server sends them. */
import { formatNumber, t } from '../i18n';
import type { Clock } from '../protocol/messages';

/** Milliseconds that a seat has at `serverNowMs`, by the clock of who keeps the table; on holiday, when it ends. */
export function timeLeft(clock: Clock, seat: 0 | 1, serverNowMs: number): number {
  const left = clock.remaining_ms[seat] ?? 0;
  const counted = Math.max(serverNowMs, clock.rests_until_ms ?? 0);
  const spent = clock.running === seat ? Math.max(0, counted - clock.at_ms) : 0;
  return Math.max(0, left - spent);
}

/** `1:02:03`, `4:07`, and under ten seconds `8.3` (`8,3` where the language writes a comma). */
export function formatTime(ms: number): string {
  if (ms < 10_000) return formatNumber(Math.floor(ms / 100) / 10, { minimumFractionDigits: 1 });
  const seconds = Math.floor(ms / 1000);
  const pad = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a clock gives days for each move; for a whole game nobody gets as much as a day. */
export const isSlow = (clock: { readonly initial_ms: number } | null | undefined): boolean =>
  (clock?.initial_ms ?? 0) >= DAY_MS;

/** How many days a slow clock gives for each move. */
export const daysOf = (clock: { readonly initial_ms: number }): number =>
  Math.round(clock.initial_ms / DAY_MS);

/** What is left in words, as far as it is worth counting: `3 days`, `5 hours`, `4:07`. */
export function timeWords(ms: number): string {
  if (ms >= DAY_MS) return t('clock.daysLeft', { count: Math.round(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('clock.hoursLeft', { count: Math.floor(ms / HOUR_MS) });
  return formatTime(ms);
}

/** How often what `timeWords` says may change. */
export const tickMs = (slow: boolean, left: number): number =>
  slow && left > HOUR_MS ? 30_000 : 100;
