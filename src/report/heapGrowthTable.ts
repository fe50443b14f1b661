import { formatDuration } from '../base/text';
import type { GrownConstructor } from '../model/profile/heapGrowth';
import type { Profile } from '../model/profile/profile';
import { printable } from './text/printable';

const HEADINGS = ['Added', 'Freed', 'Size (kB)', 'Retained (kB)', 'Constructor'];
const WIDTHS = [10, 10, 12, 14];

/** Rows at most, and paths of each. */
const MAX_ROWS = 10;
const MAX_PATHS = 2;

/** The growth of the heap during the run, and what holds it, as text; empty without heap snapshots. */
export function heapGrowthTable({ meta }: Pick<Profile, 'meta'>): string {
  const { heapGrowth } = meta;
  if (!heapGrowth) return '';
  const { rows, takenNs } = heapGrowth;
  const rules = HEADINGS.map(heading => '-'.repeat(heading.length));
  const lines = [rowText(HEADINGS), rowText(rules), ...rows.slice(0, MAX_ROWS).flatMap(rowLines)];
  const hidden = rows.length - MAX_ROWS;
  const more = hidden > 0 ? `${hidden} more constructors not shown.\n` : '';
  return `\nHeap Growth (snapshots before and after)\n=================\n${lines.join('')}${more}${takenText(takenNs)}\n`;
}

/** The time that the snapshots took. */
export function takenText(takenNs: number): string {
  return `Heap snapshots took ${formatDuration(takenNs)}, outside the recorded time.`;
}

function rowLines(row: GrownConstructor): string[] {
  const figures = [row.added, row.freed, kilobytes(row.bytes), kilobytes(row.retainedBytes)];
  const paths = row.paths
    .slice(0, MAX_PATHS)
    .map(({ path, objects }) => `${' '.repeat(10)}${objects} × ${printable(path)}\n`);
  return [rowText([...figures.map(String), printable(row.name)]), ...paths];
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function rowText(cells: readonly string[]): string {
  const numbers = WIDTHS.map((width, at) => cells[at].padStart(width));
  return `${numbers.join('  ')}  ${cells[WIDTHS.length]}\n`;
}
