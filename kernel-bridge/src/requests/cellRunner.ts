import { format, inspect } from 'node:util';
import { isReference, type ResultDisplay } from 'kernelscope/host';
import type { Display } from './display';
import { askForDisplay, displayProblem } from './displayMethod';
import type { Evaluate } from './executeRequest';
import type { CellOutcome, CellSource } from '../cells/cellRun';
import type { DriveCell, Executor } from '../cells/executor';
import { type MimeBundle, askForMimeBundle, valueBundle } from './valueBundle';

/** The dependencies of running and showing. */
interface ShowOptions {
  readonly executor: Executor;
  readonly display: Display;
  /** Shows a value as it says that it is shown. @throws if that is impossible */
  readonly showResult: (display: ResultDisplay) => void;
}

/** Most characters of a value as a result; longer ones are printed, as far as printed output goes. */
const MAX_CHARACTERS = 100_000;

/**
 * Shows the value of a cell's last expression, that of cell `number`: a result of the profiler with its views
 * or as a table, others as the cell's result, with their text as `console.log` prints it and with richer
 * contents where there are some. The value may say itself how it is shown: where printing fails or is
 * interrupted, so does the cell.
 */
export async function showValue(
  parts: ShowOptions,
  outcome: CellOutcome,
  number: number
): Promise<CellOutcome> {
  const { executor, display } = parts;
  if (outcome.status !== 'ok' || outcome.value === undefined || outcome.value === null) {
    return outcome;
  }
  const { value } = outcome;
  const showText = (text: string, more: MimeBundle = {}): void => {
    if (text.length > MAX_CHARACTERS) display.write('stdout', `${text}\n`);
    else display.result({ 'text/plain': text, ...more }, number);
  };
  if (!isReference(value)) {
    showText(format(value));
    return outcome;
  }
  let contents: ValueContents = NOTHING;
  const seen = await executor.show(value, contentsOf, answer => (contents = answer));
  if (seen.status !== 'ok') return seen;
  const { asked, bundle, problems } = contents;
  for (const problem of problems) display.write('stderr', problem);
  if (asked !== null && wasShown(parts, asked)) return seen;
  return executor.show(value, format, text => showText(text, bundle));
}

/** The contents with which a value is shown. */
interface ValueContents {
  /** Its display as a result of the profiler; null if it has none. */
  readonly asked: ResultDisplay | null;
  /** The contents beside its text. */
  readonly bundle: MimeBundle;
  /** The displays that failed, a sentence each. */
  readonly problems: readonly string[];
}

const NOTHING: ValueContents = { asked: null, bundle: {}, problems: [] };

async function contentsOf(value: unknown): Promise<ValueContents> {
  const { display: asked, problem } = askForDisplay(value);
  const problems = problem === null ? [] : [problem];
  if (asked !== null) return { asked, bundle: {}, problems };
  try {
    const bundle = (await askForMimeBundle(value)) ?? valueBundle(value as object) ?? {};
    return { asked, bundle, problems };
  } catch (error) {
    return { asked, bundle: {}, problems: [...problems, displayProblem(error)] };
  }
}

/** Shows what a value asked for; false where that fails, which it reports. */
function wasShown({ display, showResult }: ShowOptions, asked: ResultDisplay): boolean {
  try {
    showResult(asked);
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
  return showValue(parts, await parts.executor.execute(cell, drive), cell.number);
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
