import { intrinsics, ownListener } from 'kernelscope/host';
import type { Display } from '../requests/display';
import type { Executor } from '../cells/executor';
import { failureOf, readThrown } from '../tslab/failure';
import type { InterruptState } from '../cells/interrupts/interrupt';
import type { ReallyExit } from './processExit';
import { guardProcessExit } from './processExit';

function report(display: Display, what: string): (thrown: unknown) => void {
  return ownListener((thrown: unknown) => {
    const texts = intrinsics.users(() => readThrown(thrown));
    display.write('stderr', `${what}: ${failureOf(texts).traceback.join('\n')}\n`);
  });
}

/**
 * Keeps the process alive through what cells do to it: errors that nobody caught are printed under
 * their cell, SIGINT and `process.exit` end the cell. Returns the way out that is left.
 */
export function surviveCells(parts: {
  readonly executor: Executor;
  readonly display: Display;
  readonly state: InterruptState;
}): ReallyExit {
  process.on('uncaughtException', report(parts.display, 'Uncaught exception'));
  process.on('unhandledRejection', report(parts.display, 'Unhandled rejection'));
  const onInterrupt = ownListener(() => {
    parts.state.acknowledge();
    parts.executor.interrupt();
  });
  process.on('SIGINT', onInterrupt);
  return guardProcessExit(reason => parts.executor.interrupt(reason));
}
