import type { HeapFunction } from '../analysis/statistics/heapFunctions';
import { heapFunctions } from '../analysis/statistics/heapFunctions';
import type { HeapAmount } from '../model/profile/heapAmount';
import { heapAmounts } from '../model/profile/heapAmount';
import type { Profile } from '../model/profile/profile';
import { PLAIN_FORMATS } from './findings/findingSentence';
import { printable } from '../tables/printable';
import type { UncertaintyWords } from './text/uncertainty';
import { uncertaintyText } from './text/uncertainty';

/** The amount of a column of bytes, as its heading. */
export const HEAP_HEADINGS: Readonly<Record<HeapAmount, string>> = {
  allocated: 'Allocated',
  alive: 'Still alive'
};

/** The note about how reliable the figures of functions are. */
export const HEAP_NOTE =
  'Estimates from samples of the JavaScript heap, with their 95 % confidence interval.';

/** A figure of a function with its uncertainty. */
export interface HeapFigure {
  readonly bytes: number;
  /** `± 12 %`, `rough`, or '' for 0 bytes. */
  readonly error: string;
}

/** The figures of a function, one for each amount. */
export function heapFigures(
  row: HeapFunction,
  amounts: readonly HeapAmount[],
  words: UncertaintyWords = PLAIN_FORMATS
): HeapFigure[] {
  const { aliveBytes, aliveErrorBytes, allocatedBytes, allocatedErrorBytes } = row;
  return amounts.map(amount => {
    const [bytes, errorBytes] =
      amount === 'alive' ? [aliveBytes, aliveErrorBytes] : [allocatedBytes, allocatedErrorBytes];
    return { bytes, error: uncertaintyText(bytes, errorBytes, words) };
  });
}

/**
 * The `top` functions by what they allocated on the heap, or what of it is still alive, as text with their
 * uncertainty; 0 for all. Empty where the heap was not sampled.
 */
export function heapFunctionsTable(profile: Profile, top: number): string {
  const amounts = heapAmounts(profile).reverse();
  if (amounts.length === 0) return '';
  const functions = heapFunctions(profile);
  const shown = top > 0 ? functions.slice(0, top) : functions;
  const headings = [
    ...amounts.flatMap(amount => [`${HEAP_HEADINGS[amount]} (kB)`, 'Uncertainty']),
    'Function'
  ];
  const rules = headings.map(heading => '-'.repeat(heading.length));
  const rows = shown.map(row => [
    ...heapFigures(row, amounts).flatMap(({ bytes, error }) => [(bytes / 1000).toFixed(1), error]),
    `${printable(row.name) || '(anonymous)'}${placeText(row)}`
  ]);
  const lines = [headings, rules, ...rows].map(row => rowText(row, headings));
  const hidden = functions.length - shown.length;
  const more = hidden === 0 ? '' : `${hidden} more not shown (--top 0 shows all).\n`;
  return `\nAllocations by Function\n=================\n${lines.join('')}${more}${HEAP_NOTE}\n`;
}

function placeText({ file, line }: HeapFunction): string {
  if (file === '') return '';
  return line > 0 ? `  ${printable(file)}:${line}` : `  ${printable(file)}`;
}

function rowText(cells: readonly string[], headings: readonly string[]): string {
  const last = cells.length - 1;
  const numbers = cells.slice(0, last).map((cell, at) => cell.padStart(headings[at].length));
  return `${numbers.join('  ')}  ${cells[last]}\n`;
}
