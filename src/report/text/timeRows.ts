import { NS_PER_MS } from '../../base/time';

/** A row of a table of times that add up to a whole; nanoseconds. */
export interface TimeRow {
  readonly selfNs: number;
  /** Null where it is not known, or would mean nothing. */
  readonly totalNs: number | null;
  readonly text: string;
}

/** The columns that a terminal has at least. */
export const TERMINAL_WIDTH = 80;

const HEADINGS = ['Self %', 'Self (ms)', 'Total (ms)'];
const WIDTHS = [6, 9, 10];
const GAP = '  ';

/** The columns of a terminal that are left for the texts of rows. */
export const TEXT_WIDTH =
  TERMINAL_WIDTH - WIDTHS.reduce((sum, width) => sum + width + GAP.length, 0);

/** Rows as text below a heading that has the title of the table, and the whole as the last row. */
export function timeTable(title: string, rows: readonly TimeRow[], whole: TimeRow): string {
  const texts = [...rows, whole].map(({ selfNs, totalNs, text }) => {
    const share = whole.selfNs > 0 ? (100 * selfNs) / whole.selfNs : 0;
    const total = totalNs === null ? '' : milliseconds(totalNs);
    return rowText([share.toFixed(1), milliseconds(selfNs), total], text);
  });
  return `\n${rowText(HEADINGS, title)}${texts.join('')}`;
}

function milliseconds(ns: number): string {
  return (ns / NS_PER_MS).toFixed(1);
}

function rowText(numbers: readonly string[], text: string): string {
  const cells = numbers.map((cell, at) => cell.padStart(WIDTHS[at]));
  return `${[...cells, text].join(GAP)}\n`;
}

/** The first `top` rows, 0 for all, and the sum of the others, if there are any. */
export function topRows<Row extends { readonly selfNs: number }>(
  rows: readonly Row[],
  top: number
): { readonly shown: readonly Row[]; readonly others: { count: number; selfNs: number } } {
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const hidden = rows.slice(shown.length);
  return {
    shown,
    others: { count: hidden.length, selfNs: hidden.reduce((sum, { selfNs }) => sum + selfNs, 0) }
  };
}
