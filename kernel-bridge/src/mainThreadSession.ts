import { Session } from 'node:inspector';

/** One line for the message and one for the evaluated expression itself. */
const IDLE_STACK_LINES = 2;

/**
 * The main thread, reached from a worker through the inspector: it answers also in the midst of
 * JavaScript that does not return. Connected from the first call on; `dispose` before the process
 * ends.
 */
export class MainThreadSession {
  #session: Session | null = null;
  /** A command is under way; a second one could meet what runs after the first had its effect. */
  #isWaiting = false;

  /** Ends the JavaScript that the main thread is running. */
  terminate(): void {
    this.#isWaiting = true;
    this.#connected().post('Runtime.terminateExecution', () => {
      this.#isWaiting = false;
    });
  }

  /**
   * Calls back when the main thread, asked now, is found running code that is not the kernel's own:
   * a stack made there shows no other frames, since the kernel's are cut. Does nothing while an
   * earlier command is under way.
   */
  whenInUserCode(action: () => void): void {
    if (this.#isWaiting) {
      return;
    }
    this.#isWaiting = true;
    const expression = 'new Error().stack';
    this.#connected().post('Runtime.evaluate', { expression }, (error, answer) => {
      this.#isWaiting = false;
      const stack: unknown = error === null ? answer.result.value : undefined;
      if (typeof stack === 'string' && stack.split('\n').length > IDLE_STACK_LINES) {
        action();
      }
    });
  }

  /** Disconnects; safe to call twice. */
  dispose(): void {
    this.#session?.disconnect();
    this.#session = null;
    this.#isWaiting = false;
  }

  #connected(): Session {
    if (this.#session === null) {
      this.#session = new Session();
      this.#session.connectToMainThread();
    }
    return this.#session;
  }
}
