import { intrinsics } from 'kernelscope/host';
import { ProcessExit } from '../tslab/failure';

/** Leaves the process for good: what `process.exit` was before cells got another one. */
export type ReallyExit = (code: number) => never;

function toCode(code: unknown): number {
  const given = Number(code ?? process.exitCode ?? 0);
  return Number.isInteger(given) ? given : 1;
}

/**
 * Replaces `process.exit` by one that ends the cell and not the kernel: it throws `ProcessExit` after
 * telling `onExit`, so that the cell fails even where user code catches the throw.
 * Returns the real one.
 */
export function guardProcessExit(onExit: (reason: ProcessExit) => void): ReallyExit {
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
