import { NS_PER_MS } from '../base/time';
import type { DeoptRow } from '../model/profile/deopts';
import type { Profile } from '../model/profile/profile';
import { deoptMeaning } from './text/deoptReason';
import { printable } from '../tables/printable';
import { textTable } from '../tables/textTable';

const HEADINGS = ['Count', 'First (ms)', 'Last (ms)', 'Kind', 'Function, Line and Reason'];

/**
 * The `top` most frequent deoptimizations by function, line, kind and reason as text, 0 for all. Empty for a
 * profile without any.
 */
export function deoptsTable({ meta }: Pick<Profile, 'meta'>, top: number): string {
  const { deopts } = meta;
  if (!deopts) return '';
  const table = textTable('Deoptimizations', HEADINGS, deopts.rows.map(cellsOf), top);
  return deopts.more === 0 ? table : `${table}${moreText(deopts.more)}\n`;
}

/** A note about deoptimizations without a row. */
export function moreText(more: number): string {
  return `${more} more at other places, for which the profile has no room.`;
}

/** `Cell [2]:7`, `Cell [2]` where no line is known, or nothing. */
export function deoptPlace({ file, line }: Pick<DeoptRow, 'file' | 'line'>): string {
  return line > 0 ? `${file}:${line}` : file;
}

function cellsOf(row: DeoptRow): readonly string[] {
  const { count, firstNs, lastNs, kind, reason } = row;
  const times = [firstNs, lastNs].map(ns => (ns / NS_PER_MS).toFixed(0));
  const meaning = deoptMeaning(reason);
  const why = meaning === '' ? reason : `${reason}: ${meaning}`;
  const where = [row.function, deoptPlace(row), why].filter(text => text !== '').map(printable);
  return [String(count), ...times, printable(kind), where.join('  ')];
}
