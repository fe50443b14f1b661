import { format, inspect } from 'node:util';
import type { Display } from './display';
import type { Evaluate } from './executeRequest';
import type { CellOutcome, CellSource } from '../cells/cellRun';
import type { DriveCell, Executor } from '../cells/executor';

/** The dependencies of running and showing. */
interface ShowOptions {
  readonly executor: Executor;
  readonly display: Display;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'function';
}

/**
 * Shows the value of a cell's last expression as `console.log` would. The value may say itself how
 * it looks: where that fails or is interrupted, so does the cell.
 */
export async function showValue(
  { executor, display }: ShowOptions,
  outcome: CellOutcome
): Promise<CellOutcome> {
  if (outcome.status !== 'ok' || outcome.value === undefined || outcome.value === null) {
    return outcome;
  }
  const { value } = outcome;
  if (!isObject(value)) {
    display.write('stdout', `${format(value)}\n`);
    return outcome;
  }
  return executor.show(value, format, text => display.write('stdout', `${text}\n`));
}

/** Runs TypeScript without magics and shows its value. */
export async function runTypeScript(
  parts: ShowOptions,
  cell: CellSource,
  drive?: DriveCell
): Promise<CellOutcome> {
  return showValue(parts, await parts.executor.execute(cell, drive));
}

/** Evaluates the expressions that a client asks for along with a cell, without showing anything. */
export function createEvaluator(executor: Executor): Evaluate {
  return async (expression, number) => {
    const outcome = await executor.execute({ source: expression, number });
    let text = '';
    const shown =
      outcome.status === 'ok'
        ? await executor.show(outcome.value, inspect, result => (text = result))
        : outcome;
    return shown.status === 'ok'
      ? { status: 'ok', data: { 'text/plain': text }, metadata: {} }
      : { status: 'error', ...shown.failure };
  };
}
