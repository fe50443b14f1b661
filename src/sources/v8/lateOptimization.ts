import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 20 optimizes a function once it has run this many bytes of bytecode; later ones go by calls. */
const V8_WITH_BUDGET = '11.';
const USUAL_BYTES = 67_584;
const LATE_BYTES = 1_000_000;

let isLate = false;

/**
 * Calls `act`, for which V8 optimizes a function only after it has run some fifteen times as long as usual. What runs once,
 * as a process ends, takes V8's threads longer to optimize than it takes by itself. Changes nothing on a Node later than 20,
 * and where Node was started with a budget of its own. Code that is kept for later processes must not be loaded
 * meanwhile but by {@link optimizingAsUsual}, since V8 takes it only with the flags that it was kept with.
 */
export function optimizingLate<Result>(act: () => Result): Result {
  const { execArgv, versions } = process;
  const isOwn = /interrupt[-_]budget/.test(String(execArgv));
  if (isLate || isOwn || !versions.v8.startsWith(V8_WITH_BUDGET)) return act();
  setLate(true);
  try {
    return act();
  } finally {
    setLate(false);
  }
}

/** Calls `act` as if {@link optimizingLate} had not been called. */
export function optimizingAsUsual<Result>(act: () => Result): Result {
  if (!isLate) return act();
  setLate(false);
  try {
    return act();
  } finally {
    setLate(true);
  }
}

function setLate(becomesLate: boolean): void {
  setFlagsFromString(`--interrupt-budget=${becomesLate ? LATE_BYTES : USUAL_BYTES}`);
  isLate = becomesLate;
}
