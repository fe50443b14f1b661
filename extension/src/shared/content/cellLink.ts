import { Token } from '@lumino/coreutils';
import type { Widget } from '@lumino/widgets';

/** Leads from the lines of a profile to the cells of the notebook that they are in. */
export interface CellLink {
  /** True if `file` is the name of a cell. */
  has(file: string): boolean;
  /** Shows a line of a cell in its editor, one-based; says so where the cell is not there any more. */
  show(file: string, line: number): void;
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
