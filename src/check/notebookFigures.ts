import type { CellFigures } from '../analysis/comparison/verdict';
import { repetitionRow } from '../analysis/budgets/budgetSubject';
import { fileReasonOf, KernelscopeError } from '../base/errors';
import { readWithin } from '../engine/results/readWithin';
import { BaselineError, requireBaseline } from './baseline';
import type { CheckedProfile } from './checkedProfile';
import { isNotebook, recordOf } from './notebookFile';
import { notebookParts } from './notebookParts';

/** Figures of a notebook cannot be read; the message says why. */
export class NotebookFiguresError extends KernelscopeError {}

/** Something that went wrong in a cell, or with its profile. */
export interface CellProblem {
  /** `Cell [5]`; empty for the notebook. */
  readonly place: string;
  readonly text: string;
}

/** The profiled cells of an executed notebook, in order. */
export interface NotebookFigures {
  readonly cells: readonly CellFigures[];
  readonly problems: readonly CellProblem[];
}

/** The first fields of {@link NotebookFigures} as JSON. */
export const FIGURES_HEAD = { kind: 'kernelscope notebook', version: 1 } as const;

/** Larger files of figures are refused before they are read, bytes. */
const MAX_FIGURES_BYTES = 1 << 24;

/** More cells, or longer texts, are refused. */
const MAX_CELLS = 100_000;
const MAX_TEXT = 10_000;

/** Reads the figures of an executed notebook. @throws NotebookFiguresError, NotebookFileError */
export async function notebookFigures(file: string): Promise<NotebookFigures> {
  if (!isNotebook(file)) {
    throw new NotebookFiguresError(`${file} is not a notebook: its name must end with .ipynb.`);
  }
  const parts = await notebookParts(file);
  return {
    cells: parts.flatMap(({ place, profile, isShownAgain }) =>
      profile && !isShownAgain ? figuresOf(profile, place) : []
    ),
    problems: parts.flatMap(({ place, checks }) =>
      checks
        .filter(({ status }) => status === 'failed')
        .map(({ title, detail }) => ({ place, text: `${title}: ${detail}` }))
    )
  };
}

/**
 * The cells to compare with: those of an executed notebook, or of a file that `kernelscope notebook --json`
 * wrote.
 *
 * @throws BaselineError, NotebookFiguresError, NotebookFileError
 */
export async function baselineFigures(file: string): Promise<readonly CellFigures[]> {
  requireBaseline(file, 'keep the notebook of a good run, or what --json prints of it');
  const cells = isNotebook(file) ? (await notebookFigures(file)).cells : savedFigures(file);
  if (cells.length > 0) return cells;
  throw new BaselineError(`The baseline ${file} has no profile.`);
}

function figuresOf({ name, subject, summary }: CheckedProfile, place: string): CellFigures {
  const row = repetitionRow(subject);
  const runs = row?.count ?? 1;
  const { wallNs, peakRssBytes, gpuBusyNs } = summary;
  return {
    place,
    name,
    timeNs: row?.perRun?.mean ?? wallNs / runs,
    halfWidthNs: row?.perRun?.halfWidth ?? null,
    runs,
    peakRssBytes,
    gpuBusyNs: gpuBusyNs === null ? null : gpuBusyNs / runs
  };
}

function savedFigures(file: string): readonly CellFigures[] {
  try {
    return figuresFrom(JSON.parse(String(readWithin(file, MAX_FIGURES_BYTES))));
  } catch (error) {
    throw new NotebookFiguresError(`Cannot read ${file}: ${fileReasonOf(error)}.`, {
      cause: error
    });
  }
}

function figuresFrom(value: unknown): readonly CellFigures[] {
  const { kind, version, cells } = recordOf(value);
  if (kind !== FIGURES_HEAD.kind || !Array.isArray(cells) || cells.length > MAX_CELLS) {
    throw new NotebookFiguresError('it is not what kernelscope notebook --json writes');
  }
  if (version !== FIGURES_HEAD.version) {
    throw new NotebookFiguresError(
      `it has version ${String(version)}, not ${FIGURES_HEAD.version}`
    );
  }
  return cells.map(cell => cellFrom(recordOf(cell)));
}

function cellFrom(cell: Readonly<Record<string, unknown>>): CellFigures {
  const runs = amountOf(cell.runs);
  if (runs === null || !Number.isInteger(runs) || runs < 1) throw damaged();
  return {
    place: textOf(cell.place) ?? '',
    name: textOf(cell.name),
    timeNs: amountOf(cell.timeNs) ?? 0,
    halfWidthNs: amountOf(cell.halfWidthNs),
    runs,
    peakRssBytes: amountOf(cell.peakRssBytes),
    gpuBusyNs: amountOf(cell.gpuBusyNs)
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value;
  throw damaged();
}

function amountOf(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw damaged();
}

function damaged(): NotebookFiguresError {
  return new NotebookFiguresError('a figure in it is damaged');
}
