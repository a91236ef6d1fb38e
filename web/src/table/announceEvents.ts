/** Says what happened at a table, and lets moves be heard. */
import { feel, soundOf } from '../feel/feel';
import { t } from '../i18n';
import type { Snapshot } from '../protocol/snapshot';
import type { Journal } from '../ui/Journal.svelte';
import type { TableEvent } from './connection';
import { playerNames } from './wording';

export function announceEvents(
  news: Journal,
  snapshot: Snapshot,
  events: readonly TableEvent[],
): void {
  const { seats } = snapshot.you;
  const isAlone = seats.length === 1 && snapshot.mode !== 'solo';
  const isYou = (seat: number) => isAlone && seats[0] === seat;
  const name = (seat: number) =>
    isYou(seat) ? t('table.youName') : (playerNames(snapshot)[seat] ?? '');
  for (const event of events) {
    if (event.type === 'moved') {
      const who = isYou(event.seat) ? null : name(event.seat);
      news.tell(
        import('./announcements').then((made) => made.moveSentenceBy(snapshot, event, who)),
      );
      feel(soundOf(snapshot.game, event.move));
    } else if (event.type === 'joined') news.tell(t('news.joined', { name: name(event.seat) }));
    else if (event.type === 'taken_back') news.tell(t('news.takenBack'));
    else if (event.type === 'answered' && event.answer === 'declined')
      news.tell(t('news.declined', { name: name(event.seat) }));
  }
}
