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
  const hint = misplacedMagic(diagnostics, cell, shift);
  if (hint === null) return { status: 'error', failure };
  return {
    status: 'error',
    failure: { ...failure, evalue: hint, traceback: [hint, ...failure.traceback] }
  };
}

/** A sentence about a magic on a line that does not compile, as no magic does where it is not the first. */
function misplacedMagic(
  diagnostics: readonly Diagnostic[],
  { source, number }: CellSource,
  shift: number
): string | null {
  const lines = source.split('\n');
  for (const { fileName, start } of diagnostics) {
    const line = start.line - shift;
    const magic = fileName === undefined && /^\s*(%%?[a-z]\w*)/.exec(lines[line] ?? '');
    if (magic) {
      const place = `${cellFile(number)}:${line + 1}`;
      return `${place} - ${magic[1]} is a magic: a cell can have one, in its first line`;
    }
  }
  return null;
}
