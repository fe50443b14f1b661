/**
 * What is to be done when the process exits. However many actions there are, the process has one
 * listener of them, and none while there are none.
 */
export class ExitActions {
  private readonly actions = new Set<() => void>();
  private readonly onExit = (): void => {
    for (const action of [...this.actions]) action();
  };

  /**
   * From now on; more often than once is the same.
   *
   * @param action synchronous; nothing else runs any more when it is called. Actions are called in the
   *   order in which they were added.
   */
  add(action: () => void): void {
    if (this.actions.size === 0) process.on('exit', this.onExit);
    this.actions.add(action);
  }

  /** No longer; more often than once is the same. */
  delete(action: () => void): void {
    if (this.actions.delete(action) && this.actions.size === 0) process.off('exit', this.onExit);
  }
}
