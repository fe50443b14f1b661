/** Longest stretch without a pause, milliseconds: one frame of a slow display. */
const STRETCH_MS = 30;

/**
 * A pause for long work in steps: to be awaited after each, it lets the page answer whenever
 * the work has gone on for 30 ms. Rejects with the reason of `signal` once that is aborted.
 */
export function createPause(signal: AbortSignal): () => Promise<void> {
  let since = Date.now();
  return async () => {
    signal.throwIfAborted();
    if (Date.now() - since < STRETCH_MS) return;
    await new Promise(resolve => setTimeout(resolve, 0));
    signal.throwIfAborted();
    since = Date.now();
  };
}
