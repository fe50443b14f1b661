import { displayWidth, padLeft } from './displayWidth';

/**
 * Rows as text below a title and headings: numbers on the right, the last column on the left. At most
 * `top` rows, 0 for all, and a line with the number of further rows. Empty without rows.
 */
export function textTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  top: number
): string {
  if (rows.length === 0) return '';
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const all = [headings, rules, ...shown];
  const widths = headings.map((_, at) => Math.max(...all.map(cells => displayWidth(cells[at]))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === headings.length - 1 ? cell : padLeft(cell, widths[at])))
      .join('  ');
  const hidden = rows.length - shown.length;
  const note = hidden === 0 ? '' : `${hidden} more not shown (--top 0 shows all).\n`;
  return `\n${title}\n=================\n${all.map(line).join('\n')}\n${note}`;
}
