import { untrack } from 'svelte';

/** Screen readers read changes in their order: what to do next changes after what has happened. */
const PAUSE_MS = 250;

/** A sentence, a moment after it was due; what is overtaken in the meantime is never shown. */
export function afterNews(due: () => string): () => string {
  let text = $state(untrack(due));
  $effect(() => {
    const next = due();
    const timer = setTimeout(() => (text = next), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  // Where there is nothing to do, nothing is left standing.
  return () => due() && text;
}
