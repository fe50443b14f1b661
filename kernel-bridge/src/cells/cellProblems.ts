import * as kernelscope from 'kernelscope';
import { type CellOutcome, type CellSource, cellFile } from './cellRun';
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
  const hint = lineHint(diagnostics, cell, shift);
  if (hint === null) return { status: 'error', failure };
  return {
    status: 'error',
    failure: { ...failure, evalue: hint, traceback: [hint, ...failure.traceback] }
  };
}

/** A magic, which is none where it is not in the first line. */
const MAGIC = /^\s*(%%?[a-z]\w*)/;

/** A command as IPython has them, which is no expression of TypeScript that anybody writes on a line of its own. */
const COMMAND = /^\s*!\s*([a-z][\w.-]*(?:\s+[-\w./@:=~*]+)*)\s*$/i;

/** The compiler's error for a name that is not declared. */
const UNKNOWN_NAME = { code: 2304, text: /^Cannot find name '([^']*)'\.$/ } as const;

/** A sentence about a line that does not compile, if something else was meant by it. */
function lineHint(
  diagnostics: readonly Diagnostic[],
  { source, number }: CellSource,
  shift: number
): string | null {
  const lines = source.split('\n');
  for (const diagnostic of diagnostics) {
    const { fileName, start } = diagnostic;
    const at = start.line - shift;
    const line = fileName === undefined ? (lines[at] ?? '') : '';
    const place = `${cellFile(number)}:${at + 1}`;
    const [, magic] = MAGIC.exec(line) ?? [];
    if (magic !== undefined) {
      return `${place} - ${magic} is a magic: a cell can have one, in its first line`;
    }
    const [, command] = COMMAND.exec(line) ?? [];
    if (command !== undefined) {
      return `${place} - commands of the system begin with %sh, in the first line: %sh ${command}`;
    }
    const name = exportNamedBy(diagnostic);
    if (name !== null) {
      return `${place} - ${name} has to be imported: import { ${name} } from 'kernelscope';`;
    }
  }
  return null;
}

/** The unknown name that the compiler complains about, if this package exports it. */
function exportNamedBy({ code, messageText }: Diagnostic): string | null {
  const [, name] = (code === UNKNOWN_NAME.code && UNKNOWN_NAME.text.exec(messageText)) || [];
  return name !== undefined && name in kernelscope ? name : null;
}
