import { element } from 'kernelscope/web';

/** A column of a `RowGrid`. */
export interface GridColumn {
  readonly label: string;
  /** The sentence behind the label. */
  readonly explanation: string;
  /** Suffix of the class of its cells; each has a style. */
  readonly kind: 'number' | 'heat' | 'bar' | 'change' | 'code' | 'name' | 'plain';
  /** How rows are ordered by it; absent where a person cannot order them by it. */
  readonly sort?: 'ascending' | 'descending' | 'none';
}

/** A cell of a `RowGrid`. */
export interface GridCell {
  readonly text: string;
  readonly title?: string;
  /**
   * 0 … 1: part of its track that a bar beside a number fills, depth of a tint where it is heat; of a
   * change −1 … 1: its bar reaches from the middle to the left or to the right.
   */
  readonly bar?: number;
  /** Words for a screen reader in place of the text. */
  readonly spoken?: string;
  /** Colours the text, which has to say the same. */
  readonly tone?: 'better' | 'worse';
}

/** A row: its cells in the order of the columns. */
export type GridRow = readonly GridCell[];

/** Rows that are made when they come into sight; a list of them is one, too. */
export interface RowSource {
  readonly length: number;
  at(index: number): GridRow | undefined;
}

/** Height of every row, CSS pixels; `rowGrid.css` uses the same number. */
export const ROW_HEIGHT_PX = 22;

const SORT_MARKS = { ascending: ' ▲', descending: ' ▼', none: '' } as const;

/** The headings; those that rows are ordered by on demand have `data-sort` with their column. */
export function headerRow(columns: readonly GridColumn[]): HTMLElement {
  const cells = columns.map(({ label, explanation, kind, sort }, column) => {
    const node = element('div', {
      part: `cell jp-mod-${kind}`,
      text: label,
      attributes: {
        role: 'columnheader',
        title: explanation,
        ...(sort && { 'aria-sort': sort, 'data-sort': column, tabindex: -1 })
      }
    });
    if (sort && sort !== 'none') node.append(sortMark(SORT_MARKS[sort]));
    return node;
  });
  const attributes = { role: 'row', 'aria-rowindex': 1 };
  return element('div', { part: 'rowGridRow', attributes }, cells);
}

function sortMark(text: string): HTMLElement {
  return element('span', { text, attributes: { 'aria-hidden': 'true' } });
}

/** One row below the headings. */
export function rowNode(row: GridRow, index: number, columns: readonly GridColumn[]): HTMLElement {
  const cells = row.map((cell, column) => cellNode(cell, columns[column]));
  const attributes = { role: 'row', 'aria-rowindex': index + 2, 'data-row': index };
  return element('div', { part: 'rowGridRow', attributes }, cells);
}

function cellNode(cell: GridCell, { kind }: GridColumn): HTMLElement {
  const { text, title, bar, spoken, tone } = cell;
  const attributes = {
    role: 'gridcell',
    ...(title !== undefined && { title }),
    ...(spoken !== undefined && { 'aria-label': spoken })
  };
  const mods = tone === undefined ? kind : `${kind} jp-mod-${tone}`;
  const node = element('div', { part: `cell jp-mod-${mods}`, text, attributes });
  if (bar === undefined) return node;
  node.classList.add('jp-mod-measured');
  node.style.setProperty('--jp-kernelscope-share', String(bar));
  return node;
}
