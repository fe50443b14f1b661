import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { interruptFile } from './runFiles';

/** Time that a program has after the second Ctrl + C, milliseconds. */
const PATIENCE_MS = 1000;

/**
 * While a program runs, signals are for it. A terminal sends its Ctrl + C to both; the second one ends
 * a program that does not answer, at the latest after {@link PATIENCE_MS}. The result lets go.
 */
export function forwardSignals(child: ChildProcess, profileFile: string): () => void {
  let interrupts = 0;
  const forward = (signal: NodeJS.Signals): void => {
    writeFileSync(interruptFile(profileFile), '');
    child.kill(signal);
  };
  const onInterrupt = (): void => {
    interrupts++;
    if (process.stdin.isTTY) writeFileSync(interruptFile(profileFile), '');
    else forward('SIGINT');
    if (interrupts > 1) setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  };
  const onTerminate = (): void => forward('SIGTERM');
  const onHangUp = (): void => forward('SIGHUP');
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  process.on('SIGHUP', onHangUp);
  return () => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onTerminate);
    process.off('SIGHUP', onHangUp);
  };
}
