import { NS_PER_MS } from '../../base/time';
import { printable } from '../../tables/printable';

/** A function in a table of text, with its times in nanoseconds. */
export interface FunctionTimes {
  readonly name: string;
  readonly file: string;
  /** One-based, 0 when unknown. */
  readonly line: number;
  readonly selfNs: number;
  readonly totalNs: number;
}

/** The title of a table of functions, and the time that its shares are of, nanoseconds. */
export interface FunctionTableOptions {
  readonly title: string;
  readonly wholeNs: number;
  /** The heading of the names; `Function` unless stated. */
  readonly of?: string;
  /** Rows at most, 0 for all. */
  readonly top: number;
}

const HEADINGS = ['Self (ms)', 'Self %', 'Total (ms)'];
const WIDTHS = [12, 8, 12];

/** The first `top` functions as text, in milliseconds and shares of the whole; empty without functions. */
export function functionTable(
  functions: readonly FunctionTimes[],
  { title, wholeNs, of = 'Function', top }: FunctionTableOptions
): string {
  if (functions.length === 0) return '';
  const shown = top > 0 ? functions.slice(0, top) : functions;
  const rows = shown.map(({ name, file, line, selfNs, totalNs }) => [
    (selfNs / NS_PER_MS).toFixed(1),
    ((100 * selfNs) / wholeNs).toFixed(1),
    (totalNs / NS_PER_MS).toFixed(1),
    `${printable(name) || '(anonymous)'}${placeText(file, line)}`
  ]);
  const headings = [...HEADINGS, of];
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const hidden = functions.length - shown.length;
  const note = hidden === 0 ? '' : `${hidden} more not shown (--top 0 shows all).\n`;
  const lines = [headings, rules, ...rows].map(rowText);
  return `\n${title}\n=================\n${lines.join('')}${note}`;
}

function placeText(file: string, line: number): string {
  if (file === '') return '';
  return line > 0 ? `  ${printable(file)}:${line}` : `  ${printable(file)}`;
}

function rowText(cells: readonly string[]): string {
  const numbers = WIDTHS.map((width, at) => cells[at].padStart(width));
  return `${numbers.join('  ')}  ${cells[WIDTHS.length]}\n`;
}
