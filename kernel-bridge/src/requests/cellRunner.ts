import { format, inspect } from 'node:util';
import type { ResultDisplay } from 'kernelscope/host';
import type { Display } from './display';
import type { AskedDisplay } from './displayMethod';
import { askForDisplay, displayProblem } from './displayMethod';
import type { Evaluate } from './executeRequest';
import type { CellOutcome, CellSource } from '../cells/cellRun';
import type { DriveCell, Executor } from '../cells/executor';

/** The dependencies of running and showing. */
interface ShowOptions {
  readonly executor: Executor;
  readonly display: Display;
  /** Shows a value as it says that it is shown. @throws if that is impossible */
  readonly showResult: (display: ResultDisplay) => void;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'function';
}

/**
 * Shows the value of a cell's last expression: a result of the profiler with its views or as a table,
 * others as `console.log` would. The value may say itself how it prints: where that fails or is
 * interrupted, so does the cell.
 */
export async function showValue(parts: ShowOptions, outcome: CellOutcome): Promise<CellOutcome> {
  const { executor, display } = parts;
  if (outcome.status !== 'ok' || outcome.value === undefined || outcome.value === null) {
    return outcome;
  }
  const { value } = outcome;
  if (!isObject(value)) {
    display.write('stdout', `${format(value)}\n`);
    return outcome;
  }
  let asked: AskedDisplay | null = null;
  const seen = await executor.show(value, askForDisplay, answer => (asked = answer));
  if (seen.status !== 'ok' || wasShown(parts, asked)) return seen;
  return executor.show(value, format, text => display.write('stdout', `${text}\n`));
}

/** Shows what a value asked for; false where that is nothing, or fails, which it reports. */
function wasShown({ display, showResult }: ShowOptions, asked: AskedDisplay | null): boolean {
  if (asked?.problem != null) display.write('stderr', asked.problem);
  if (asked?.display == null) return false;
  try {
    showResult(asked.display);
    return true;
  } catch (error) {
    display.write('stderr', displayProblem(error));
    return false;
  }
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
