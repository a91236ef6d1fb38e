/** The time, each second, while a component uses it. */
import { onMount } from 'svelte';

export function ticking(): { readonly ms: number } {
  let ms = $state(Date.now());
  onMount(() => {
    const timer = setInterval(() => (ms = Date.now()), 1000);
    return () => clearInterval(timer);
  });
  return {
    get ms() {
      return ms;
    },
  };
}

/**
 * Does something now and again every few seconds, as long as the page is seen; and, where a time
 * for that is given, more rarely while it is not.
 */
export function again(
  work: () => Promise<void>,
  everyMs: number,
  hiddenMs = Number.POSITIVE_INFINITY,
): void {
  onMount(() => {
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    let done = 0;
    const go = async () => {
      if (document.visibilityState === 'visible' || Date.now() - done >= hiddenMs) {
        done = Date.now();
        await work();
      }
      if (!gone) timer = setTimeout(go, everyMs);
    };
    const onshow = () => void (document.visibilityState === 'visible' && work());
    document.addEventListener('visibilitychange', onshow);
    void go();
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onshow);
    };
  });
}
