import type { ReportColumn } from 'kernelscope/report';
import { placeName } from '../content/format';

const RESULT = /^void /;

/** The text of a cell where there is little room: a place without folders, a function without result and parameters. */
export function shortText(text: string, short: ReportColumn['short']): string {
  switch (short) {
    case 'place':
      return placeName(text, 0);
    case 'signature':
      return shortSignature(text);
    case 'file':
    case undefined:
      return text;
  }
}

/**
 * The name of a kernel without its result, which is always `void`, and its parameters: what tells
 * kernels apart comes first where there is little room.
 */
function shortSignature(name: string): string {
  const start = name.endsWith(')') ? openingOf(name) : -1;
  const short = (start > 0 ? name.slice(0, start) : name).replace(RESULT, '').trim();
  return short === '' ? name : short;
}

/** Where the parenthesis opens that the text closes at its end; -1 where none does. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}
