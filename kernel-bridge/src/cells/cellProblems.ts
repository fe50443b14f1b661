import type { CellOutcome, CellSource } from './cellRun';
import { cellFile } from './cellRun';
import { describeDiagnostics } from '../tslab/failure';
import { TIMED_LINES } from './timedCells';
import type { Diagnostic } from '../tslab/tslab';

/** Lines before those of the user: tslab's, and that of a timed cell. */
export function prefixLines({ form }: CellSource): number {
  return form === 'timed' ? 1 + TIMED_LINES : 1;
}

/** The outcome of a cell that does not compile. */
export function describeProblems(
  diagnostics: readonly Diagnostic[],
  cell: CellSource
): CellOutcome {
  const file = cellFile(cell.number);
  const shift = prefixLines(cell) - 1;
  const failure = describeDiagnostics(diagnostics, { file, shift });
  return { status: 'error', failure };
}
