/** The first cards of a game are asked for without a question. */
import { untrack } from 'svelte';
import type { TableConnection } from '../connection';
import { askForCards } from './dealing';

/** Asks for them while a component uses the table; once for each promise. */
export function askForFirstCards(live: TableConnection): void {
  let asked = '';
  $effect(() => {
    const { snapshot } = live;
    const promised = snapshot?.next_deal?.sha256;
    if (!promised || snapshot.board || !snapshot.you.can.includes('next_round')) return;
    if (live.link !== 'open' || asked === promised) return;
    asked = promised;
    void untrack(async () => {
      if (await askForCards(live)) asked = '';
    });
  });
}
