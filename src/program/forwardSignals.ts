import type { ChildProcess } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { heardFile, interruptFile } from './runFiles';

/** Time that a program has after the second Ctrl + C, milliseconds. */
const PATIENCE_MS = 1000;

/** Time in which a program hears of a signal that went to it as well, milliseconds. */
const HEARING_MS = 300;

/** Signals of this process that are for the program. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * While a program runs, signals are passed to it, once each. A signal to the whole process group, as
 * from Ctrl + C, has already reached it, and the program records that in the file of received signals.
 * All others are passed on. The second Ctrl + C ends a program that does not respond, at the latest
 * after {@link PATIENCE_MS}. The returned function stops this.
 */
export function forwardSignals(child: ChildProcess, profileFile: string): () => void {
  let received = 0;
  let interrupts = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    const number = ++received;
    writeFileSync(interruptFile(profileFile), '');
    const forward = (): void => {
      if (heardSignals(profileFile) < number) child.kill(signal);
    };
    setTimeout(forward, HEARING_MS).unref();
    if (signal === 'SIGINT' && ++interrupts > 1) {
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
    }
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}

/**
 * The number of signals the program has received; 0 if it is not recorded, since then nothing is known.
 */
function heardSignals(profileFile: string): number {
  return statSync(heardFile(profileFile), { throwIfNoEntry: false })?.size ?? 0;
}
