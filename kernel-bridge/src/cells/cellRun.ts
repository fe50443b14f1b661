import type { Failure } from '../tslab/failure';
import type { RunPhase } from './interrupt';

/** Called right before and right after the run of a cell, never around its compilation. */
export interface RunHooks {
  before(): void;
  /** As close to the first statement as can be: what makes the run interruptible is behind it. */
  entered?(): void;
  /** The counterpart of `entered`: takes the time, no more. Not where the code throws or waits. */
  leaving?(): void;
  after(): void;
}

export interface CellSource {
  readonly source: string;
  /** Names it in stacks: `Cell [number]`. */
  readonly number: number;
  /**
   * `plain` unless stated. The code of a `timed` cell makes a function that runs its statements
   * over and over (see `timedCells`): its declarations stay within, its last expression has no
   * value.
   */
  readonly form?: 'plain' | 'timed';
}

/** The outcome of a cell; `value` is that of its last expression. */
export type CellOutcome =
  | { readonly status: 'ok'; readonly value?: unknown }
  | { readonly status: 'error'; readonly failure: Failure };

/** The executor's view of the shared interrupt state. */
export interface RunState {
  enter(phase: RunPhase): void;
  readonly isPending: boolean;
  acknowledge(): void;
}

/** File name of cell `number` in stacks, samples and diagnostics. */
export function cellFile(number: number): string {
  return `Cell [${number}]`;
}
