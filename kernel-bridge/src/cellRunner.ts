import { format, inspect } from 'node:util';
import type { Display } from './display';
import type { Evaluate } from './executeRequest';
import type { CellOutcome, CellSource, DriveCell, Executor } from './executor';

/** Shows the value of a cell's last expression as `console.log` would. */
export function showValue(display: Display, outcome: CellOutcome): void {
  if (outcome.status === 'ok' && outcome.value !== undefined && outcome.value !== null) {
    display.write('stdout', `${format(outcome.value)}\n`);
  }
}

/** Runs TypeScript without magics and shows its value. */
export async function runTypeScript(
  parts: { readonly executor: Executor; readonly display: Display },
  cell: CellSource,
  drive?: DriveCell
): Promise<CellOutcome> {
  const outcome = await parts.executor.execute(cell, drive);
  showValue(parts.display, outcome);
  return outcome;
}

/** Evaluates the expressions that a client asks for along with a cell, without showing anything. */
export function createEvaluator(executor: Executor): Evaluate {
  return async (expression, number) => {
    const outcome = await executor.execute({ source: expression, number });
    return outcome.status === 'ok'
      ? { status: 'ok', data: { 'text/plain': inspect(outcome.value) }, metadata: {} }
      : { status: 'error', ...outcome.failure };
  };
}
