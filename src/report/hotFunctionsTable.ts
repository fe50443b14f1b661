import { hotFunctions } from '../analysis/stacks/hotFunctions';
import { threadWhole } from '../analysis/stacks/threadWhole';
import { NS_PER_MS } from '../base/time';
import type { Profile } from '../model/profile/profile';
import { printable } from './text/printable';

const HEADINGS = ['Self (ms)', 'Self %', 'Total (ms)', 'Function'];
const WIDTHS = [12, 8, 12];

/**
 * The `top` functions with the most self CPU time as text, in milliseconds and shares of the wall time; 0
 * for all. Empty for a profile without CPU samples.
 */
export function hotFunctionsTable(profile: Profile, top: number): string {
  const functions = hotFunctions(profile).filter(({ selfNs }) => selfNs > 0);
  if (functions.length === 0) return '';
  const allNs = threadWhole(profile);
  const shown = top > 0 ? functions.slice(0, top) : functions;
  const rows = shown.map(({ name, file, line, selfNs, totalNs }) => [
    (selfNs / NS_PER_MS).toFixed(1),
    ((100 * selfNs) / allNs).toFixed(1),
    (totalNs / NS_PER_MS).toFixed(1),
    `${printable(name) || '(anonymous)'}${placeText(file, line)}`
  ]);
  const rules = HEADINGS.map(heading => '-'.repeat(heading.length));
  const hidden = functions.length - shown.length;
  const note = hidden === 0 ? '' : `${hidden} more not shown (--top 0 shows all).\n`;
  const lines = [HEADINGS, rules, ...rows].map(rowText);
  return `\nHottest Functions (CPU samples)\n=================\n${lines.join('')}${note}`;
}

function placeText(file: string, line: number): string {
  if (file === '') return '';
  return line > 0 ? `  ${printable(file)}:${line}` : `  ${printable(file)}`;
}

function rowText(cells: readonly string[]): string {
  const numbers = WIDTHS.map((width, at) => cells[at].padStart(width));
  return `${numbers.join('  ')}  ${cells[WIDTHS.length]}\n`;
}
