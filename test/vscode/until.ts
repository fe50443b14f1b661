import { vi } from 'vitest';
import { PATIENCE_MS } from '../ui/labPage';

/** Asks again until there is an answer, and returns it. */
export const until = <T>(ask: () => Promise<T>): Promise<NonNullable<T>> =>
  vi.waitUntil(ask, { timeout: PATIENCE_MS, interval: 100 }) as Promise<NonNullable<T>>;

/** Whether what is waited for comes within a time. */
export const comes = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false
  );

/**
 * Does something again and again until it has what follows. Each time it has twice as long for that as before, so that it
 * succeeds on a machine however slow.
 */
export async function again(attempt: (patienceMs: number) => Promise<boolean>): Promise<void> {
  let patienceMs = 3000;
  await until(async () => {
    const isDone = await attempt(patienceMs);
    patienceMs *= 2;
    return isDone;
  });
}
