import { intrinsics, ownListener } from 'kernelscope/host';
import type { Display } from '../requests/display';
import type { Executor } from '../cells/executor';
import { failureOf, readThrown, ProcessExit } from '../tslab/failure';
import type { InterruptState } from '../cells/interrupt';

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

/** Leaves the process for good: what `process.exit` was before cells got another one. */
type ReallyExit = (code: number) => never;

function toCode(code: unknown): number {
  const given = Number(code ?? process.exitCode ?? 0);
  return Number.isInteger(given) ? given : 1;
}

/**
 * Replaces `process.exit` by one that ends the cell and not the kernel: it throws `ProcessExit` after
 * telling `onExit`, so that the cell fails even where user code catches the throw.
 * Returns the real one.
 */
function guardProcessExit(onExit: (reason: ProcessExit) => void): ReallyExit {
  const reallyExit = process.exit.bind(process);
  process.exit = (code?: number | string | null): never => {
    throw intrinsics.own(() => {
      const reason = new ProcessExit(toCode(code));
      onExit(reason);
      return reason;
    });
  };
  return reallyExit;
}
