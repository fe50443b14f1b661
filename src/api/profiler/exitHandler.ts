/** Runs an action when the process exits, while it is installed. */
export class ExitHandler {
  private isInstalled = false;
  private readonly onExit: () => void;

  /** @param action synchronous; nothing else runs any more when it is called. */
  constructor(action: () => void) {
    this.onExit = action;
  }

  /** From now on; more often than once is the same. */
  install(): void {
    if (this.isInstalled) return;
    this.isInstalled = true;
    process.on('exit', this.onExit);
  }

  /** No longer; more often than once is the same. */
  remove(): void {
    this.isInstalled = false;
    process.off('exit', this.onExit);
  }
}
