/** Work that can wait until what is on the screen is drawn and takes clicks. */

/** After so long it is done in any case. */
const LATEST_MS = 600;

/** Calls `work` once the picture is drawn and the page has nothing else to do; returns how to call that off. */
export function onceDrawn(work: () => void): () => void {
  let isOff = false;
  const begin = () => {
    if (isOff) return;
    callOff();
    work();
  };
  // A tab in the background draws nothing and is never idle; there it comes with the timer alone.
  const timer = setTimeout(begin, LATEST_MS);
  const frame = requestAnimationFrame(() => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: LATEST_MS });
    else setTimeout(begin);
  });
  const callOff = () => {
    isOff = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  return callOff;
}
