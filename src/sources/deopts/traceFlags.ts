import { setFlagsFromString } from 'node:v8';

/** V8 before this release prints a part of every invalidation to the standard output if its trace has positions. */
const FIRST_WITH_POSITIONS = 13;

/** True if V8's trace has the positions of deoptimizations without printing to the standard output. */
export const hasPositions = Number(process.versions.v8.split('.', 1)[0]) >= FIRST_WITH_POSITIONS;

/**
 * Has V8 trace deoptimizations of all threads of the process. `--log-deopt` writes the same lines as
 * `--trace-deopt`, which also prints the ends of some to the standard output.
 */
export function traceDeopts(): void {
  setFlagsFromString('--trace-file-names');
  setFlagsFromString('--log-deopt');
  if (hasPositions) setFlagsFromString('--trace-deopt-verbose');
}

/** The flags that end it; setting them again changes nothing. */
export const END_FLAGS: readonly string[] = [
  ...(hasPositions ? ['--no-trace-deopt-verbose'] : []),
  '--no-log-deopt',
  '--no-trace-file-names'
];

export function stopTracingDeopts(): void {
  for (const flag of END_FLAGS) setFlagsFromString(flag);
}

/** Has threads that have not traced yet write to `file`; those that have stay with their file for good. */
export function traceTo(file: string): void {
  setFlagsFromString(`--redirect-code-traces-to=${file}`);
  setFlagsFromString('--redirect-code-traces');
}

/** Runs `act` while V8 traces which functions it optimizes. */
export function withOptimizationTrace(act: () => void): void {
  setFlagsFromString('--trace-opt');
  try {
    act();
  } finally {
    setFlagsFromString('--no-trace-opt');
  }
}

/** Flags of V8 that make threads trace, whose traces would end or go astray. */
const TRACING =
  /^--(?:trace[-_](?:opt|deopt|osr|turbo|maglev|flush|file)|print[-_](?:code|opt|wasm|regexp|bytecode|builtin)|log[-_]deopt|redirect[-_]code)/;

/** The first of `flags` by which the user has V8 trace; undefined if there is none. */
export function tracingFlag(flags: readonly string[]): string | undefined {
  return flags.find(flag => TRACING.test(flag));
}
