import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 compile each function to baseline code before its first call, from now on and in the whole
 * process; calling it again changes nothing. Code compiled before stays as it was.
 *
 * V8's profilers look up the line of a caller by the return address of a call. For an interpreted
 * function they use the position of the call itself as that address, and so find the previous call:
 * another line if a call comes first on its line. Baseline code has return addresses. It is compiled
 * quickly, and runs faster than the interpreter.
 */
export function compileToBaseline(): void {
  setFlagsFromString('--always-sparkplug');
  isBaseline = true;
}

let isBaseline = false;

/** Calls `act` as if {@link compileToBaseline} had not been called. */
export function withoutBaseline<T>(act: () => T): T {
  if (!isBaseline) return act();
  setFlagsFromString('--no-always-sparkplug');
  try {
    return act();
  } finally {
    compileToBaseline();
  }
}
