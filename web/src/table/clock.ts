/** Times as the server tells them. */
import { formatNumber } from '../i18n';
import type { Clock } from '../protocol/messages';

/** Milliseconds that a seat has at the server's time `serverNowMs`. */
export function timeLeft(clock: Clock, seat: 0 | 1, serverNowMs: number): number {
  const left = clock.remaining_ms[seat] ?? 0;
  const spent = clock.running === seat ? Math.max(0, serverNowMs - clock.at_ms) : 0;
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
