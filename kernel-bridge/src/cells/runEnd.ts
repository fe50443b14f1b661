import { intrinsics } from 'kernelscope/host';
import type { RunHooks, RunState } from './cellRun';

/**
 * The end of one run of user code, however it comes; it counts once, even if reported several times.
 * Until then the run may work with the built-in objects as the user changed them; later code no longer
 * may.
 */
export class RunEnd {
  readonly #state: RunState;
  readonly #hooks: RunHooks | undefined;
  #isOver = false;

  constructor(state: RunState, hooks: RunHooks | undefined) {
    this.#state = state;
    this.#hooks = hooks;
  }

  /** The run goes on, beyond its synchronous part. */
  goOn(): void {
    if (!this.#isOver) {
      this.#state.enter('asynchronous');
      intrinsics.enterUsers();
    }
  }

  /** The run is over, or nobody waits for it any more. */
  end(): void {
    if (!this.#isOver) {
      this.#isOver = true;
      intrinsics.leaveUsers();
      this.#state.enter('idle');
      this.#hooks?.after();
    }
  }
}
