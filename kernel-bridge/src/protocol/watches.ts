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

/** A child process that the main thread waits for is interrupted so long after the cell was. */
const INTERRUPT_CHILD_MS = 500;
/** Time after an interrupt without effect before the user is informed. */
const SAY_STUCK_MS = 2000;
const STUCK_TEXT =
  'The cell is still in a native call that cannot be interrupted. ' +
  'Wait for it, or restart the kernel to end it.\n';

/** The actions that are left while the main thread does not see an interrupt. */
interface StuckActions {
  /** Interrupts the child process for which the main thread waits; false if it waits for none. */
  readonly interruptChild: () => boolean;
  readonly say: (text: string) => void;
}

/**
 * Handles a main thread that has not seen an interrupt for the given milliseconds, which rise from call
 * to call. It may not wait for its child yet when it is asked first, so a child is looked for until one
 * has been interrupted; that one is not interrupted again.
 */
export function stuckThread({ interruptChild, say }: StuckActions): (unseenMs: number) => void {
  let isInterrupted = false;
  return unseenMs => {
    if (unseenMs < INTERRUPT_CHILD_MS) isInterrupted = false;
    else isInterrupted ||= interruptChild();
    if (unseenMs === SAY_STUCK_MS) say(STUCK_TEXT);
  };
}
