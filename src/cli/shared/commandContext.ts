import type { Colors } from 'picocolors/types';
import { KernelscopeError } from '../../base/errors';
import type { Progress } from './progress';

/** Exit codes of `kernelscope`. */
export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** A command line that makes no sense: exit code 2. */
export class UsageError extends KernelscopeError {}

/** The output of a command line, and its terminal. */
export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Width of the terminal that `err` goes to, characters; null, unless given, for none. */
  readonly columns?: number | null;
  /** Whether text written to `out` may have colours; false by default. */
  readonly hasColors?: boolean;
}

/** The context of a command. Results go to `out`, messages about the work to `err`. */
export interface CommandContext {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Colours for `out`; plain text where `NO_COLOR` is set or nobody looks. */
  readonly colors: Colors;
  /** A bar on `err` for `total` pieces of work; silent unless a terminal shows it. */
  readonly progress: (title: string, total: number) => Progress;
  /** Has the command line exit with `code`, unless an error follows. */
  readonly exit: (code: number) => void;
}
