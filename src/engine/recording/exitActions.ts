import { intrinsics } from '../../base/intrinsics/intrinsics';

/**
 * Actions to run when the process exits. However many actions there are, the process has one listener
 * for them, and none while there are none, unless a host reports the exit instead.
 */
export class ExitActions {
  readonly #actions = new Set<() => void>();
  #isHeard = false;
  readonly #run = (): void =>
    intrinsics.aside(() => {
      for (const action of [...this.#actions]) action();
    });

  /**
   * Leaves it to a host to report the exit, so that actions do not change the listeners of the process.
   * Call it once, before the first action.
   *
   * @param beforeExit registers a function to call before the process exits
   */
  hearBy(beforeExit: (run: () => void) => void): void {
    this.#isHeard = true;
    beforeExit(this.#run);
  }

  /**
   * From now on; more often than once is the same.
   *
   * @param action synchronous; nothing else runs any more when it is called. Actions are called in the
   *   order in which they were added.
   */
  add(action: () => void): void {
    if (this.#actions.size === 0 && !this.#isHeard) process.on('exit', this.#run);
    this.#actions.add(action);
  }

  /** No longer; more often than once is the same. */
  delete(action: () => void): void {
    if (!this.#actions.delete(action)) return;
    if (this.#actions.size === 0 && !this.#isHeard) process.off('exit', this.#run);
  }
}
