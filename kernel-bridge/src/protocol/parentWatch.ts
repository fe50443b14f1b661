/** How often the helper thread checks whether the client that started the kernel still exists. */
const PERIOD_MS = 1000;

/** The process that started this one, now. */
export type ReadParent = () => number;

/**
 * Calls `onOrphaned` once when the client has ended without ending its kernel. Only clients that
 * set `JPY_PARENT_PID` are watched; a kernel started by hand may outlive its shell. Returns a
 * function that ends the watch.
 */
export function watchParent(
  onOrphaned: () => void,
  environment: NodeJS.ProcessEnv = process.env,
  read: ReadParent = () => process.ppid
): () => void {
  const parent = read();
  if (environment['JPY_PARENT_PID'] === undefined || parent <= 1) {
    return () => undefined;
  }
  const timer = setInterval(() => {
    if (read() !== parent) {
      clearInterval(timer);
      onOrphaned();
    }
  }, PERIOD_MS);
  timer.unref();
  return () => clearInterval(timer);
}
