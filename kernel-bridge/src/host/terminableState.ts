import { constants } from 'node:os';
import { SignalWatch } from 'kernelscope/host';
import { InterruptState, type RunPhase } from '../cells/interrupt';

/** Signals that end a process which does not listen for them. */
const ENDING_SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

type EndingSignal = (typeof ENDING_SIGNALS)[number];

/** Exit code of a process that a signal has ended, as shells give it. */
const codeOf = (signal: EndingSignal): number => 128 + constants.signals[signal];

/**
 * The interrupt state of the main thread, which can have signals end the process in order. While the
 * synchronous part of a cell keeps the thread busy they have their default effect, since nobody would
 * hear them.
 */
export class TerminableState extends InterruptState {
  #watches: readonly SignalWatch[] = [];

  /** From now on a signal that no cell listens for calls `end` with the exit code of the process. */
  endOnSignals(end: (code: number) => void): void {
    this.#watches = ENDING_SIGNALS.map(signal => {
      const watch: SignalWatch = new SignalWatch(signal, () => {
        if (!watch.isListenedFor) end(codeOf(signal));
      });
      return watch;
    });
    this.#hear(this.phase !== 'synchronous');
  }

  override enter(phase: RunPhase): void {
    super.enter(phase);
    this.#hear(phase !== 'synchronous');
  }

  #hear(hears: boolean): void {
    for (const watch of this.#watches) {
      if (hears) watch.start();
      else watch.stop();
    }
  }
}
