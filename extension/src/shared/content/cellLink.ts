import { Token } from '@lumino/coreutils';
import type { Widget } from '@lumino/widgets';

/** Leads from the lines of a profile to the cells of the notebook, or to the files, that they are in. */
export interface CellLink {
  /** The text of buttons that lead there, translated; that of cells unless given. */
  readonly text?: string;
  /** True if `file` is the name of a cell, or of a file that can be shown. */
  has(file: string): boolean;
  /** Shows a line in its editor, one-based; says so where the cell or file is not there any more. */
  show(file: string, line: number): void;
  /**
   * Puts a new cell with `code` below the profiled cell `file`, for a person to edit and run; says so where that cell is
   * not there any more. Absent where there are no cells.
   */
  insertBelow?(file: string, code: string): void;
}

/** Leads from profiles in outputs to the cells of their notebooks. */
export interface ICellLinks {
  /** The link of the profile that `widget` shows. */
  of(widget: Widget): CellLink;
}

/** Provides the {@link ICellLinks}. */
export const ICellLinks = new Token<ICellLinks>(
  '@kernelscope/labextension:ICellLinks',
  'Leads from lines of profiles to the cells that they are in.'
);
