import { isObject } from '../base/isObject';
import { fileReasonOf, KernelscopeError } from '../base/errors';
import { readWithin } from '../engine/results/readWithin';

/** Larger notebooks are refused before they are read, bytes. */
const MAX_NOTEBOOK_BYTES = 1 << 28;

/** A notebook cannot be read; the message says why. */
export class NotebookFileError extends KernelscopeError {}

/** A code cell as its notebook has it. */
export interface NotebookCell {
  /** One-based place among all cells. */
  readonly place: number;
  readonly source: string;
  /** Null for a cell that was not run. */
  readonly executionCount: number | null;
  readonly tags: readonly string[];
  readonly outputs: readonly NotebookOutput[];
}

/** One output of a cell: its contents by MIME type, or an error. */
export interface NotebookOutput {
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: CellError | null;
}

export interface CellError {
  readonly ename: string;
  readonly evalue: string;
}

/** True for the path of a notebook. */
export function isNotebook(file: string): boolean {
  return file.toLowerCase().endsWith('.ipynb');
}

/** The code cells of a notebook of format 4. @throws NotebookFileError for anything else */
export function readNotebook(file: string): NotebookCell[] {
  try {
    return codeCells(JSON.parse(String(readWithin(file, MAX_NOTEBOOK_BYTES))));
  } catch (error) {
    throw new NotebookFileError(`Cannot read ${file}: ${fileReasonOf(error)}`, { cause: error });
  }
}

function codeCells(notebook: unknown): NotebookCell[] {
  const { cells, nbformat } = recordOf(notebook);
  if (!Array.isArray(cells) || nbformat !== 4) {
    throw new NotebookFileError(
      'it is not a notebook of format 4; convert it with jupyter nbconvert'
    );
  }
  return cells.flatMap((value: unknown, index): NotebookCell[] => {
    const cell = recordOf(value);
    if (cell.cell_type !== 'code') return [];
    const { execution_count: count } = cell;
    return [
      {
        place: index + 1,
        source: textOf(cell.source),
        executionCount: typeof count === 'number' ? count : null,
        tags: listOf(recordOf(cell.metadata).tags).map(String),
        outputs: listOf(cell.outputs).map(outputOf)
      }
    ];
  });
}

function outputOf(value: unknown): NotebookOutput {
  const { output_type: type, data, ename, evalue } = recordOf(value);
  const error = type === 'error' ? { ename: textOf(ename), evalue: textOf(evalue) } : null;
  return { data: recordOf(data), error };
}

/** Texts of notebooks are lists of lines, or one string. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter(line => typeof line === 'string')
    .join('');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The fields of an object; none of anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? (value as Record<string, unknown>) : {};
}
