import { vi } from 'vitest';

/** Longer than a process is paused, or kept waiting by others, on any machine that does anything at all. */
const PATIENCE_MS = 60_000;

/** Waits until `check` throws no more; the result is what it then returned. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
