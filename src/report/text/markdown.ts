import { clippedTo } from '../../tables/displayWidth';
import { printable } from '../../tables/printable';

/** Longer names and lines of code are cut. */
const MAX_TEXT = 160;

/** Takes the place of lines that were left out. */
const MORE = '…';

/** Code between more backticks than it has in a row, so that it ends where it should. */
export function codeSpan(code: string): string {
  const text = printable(clippedTo(code, MAX_TEXT));
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Text that is no markup. */
export function escapeMarkdown(text: string): string {
  return printable(clippedTo(text, MAX_TEXT)).replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}

/** Lines as one text of at most `limit` bytes in UTF-8: those that do not fit are left out, and `…` says so. */
export function linesWithin(lines: readonly string[], limit: number): string {
  const sizeOf = (text: string): number => new TextEncoder().encode(text).length + 1;
  const all = lines.reduce((sum, line) => sum + sizeOf(line), 0);
  if (all <= limit) return `${lines.join('\n')}\n`;
  const kept: string[] = [];
  let left = limit - sizeOf(MORE);
  for (const line of lines) {
    left -= sizeOf(line);
    if (left < 0) break;
    kept.push(line);
  }
  return `${[...kept, MORE].join('\n')}\n`;
}
