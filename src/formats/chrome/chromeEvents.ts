import { writeArgs, writeFlowEnds } from './chromeDetails';
import { nameAndCategory } from './chromeLabels';
import { type ChromeOutput, Pairing } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import { microseconds } from '../shared/text/jsonWriter';
import { visitNested } from '../shared/rows/nestedVisit';

/**
 * Writes the slices in `rows`, ordered by start, as events of one thread row: pairs of `B` and `E` if
 * their label requires it, otherwise complete events.
 *
 * @returns the rows of slices that partly overlap others, and those that have to be pairs but cannot be
 *   here. Of these only the flows are written, which bind to the enclosing slice.
 */
export function writeEventSlices(
  output: ChromeOutput,
  { pid, tid }: ChromeRow,
  rows: Uint32Array
): number[] {
  const { writer, profile } = output;
  const pairs = pairedRows(output, rows);
  const writeHead = (phase: string, row: number, time: number): void =>
    writer.raw(
      `{"ph":"${phase}","pid":${pid},"tid":${tid},${nameAndCategory(output, row)},` +
        `"ts":${microseconds(time)}`
    );
  const isUnclear = (row: number): boolean =>
    pairingOf(output, row) === Pairing.always && !pairs.has(row);
  const left = rows.filter(isUnclear);
  const overlapping: number[] = [...left];
  for (const row of left) writeFlowEnds(output, row);
  const kept = left.length === 0 ? rows : rows.filter(row => !isUnclear(row));
  visitNested(profile.slices, kept, {
    open: (row, begin, end) => {
      writeHead(pairs.has(row) ? 'B' : 'X', row, begin);
      if (!pairs.has(row)) writer.raw(`,"dur":${microseconds(end - begin)}`);
      writeArgs(output, row);
      writer.raw('},\n');
      writeFlowEnds(output, row);
    },
    close: (row, end) => {
      if (!pairs.has(row)) return;
      writeHead('E', row, end);
      writer.raw('},\n');
    },
    skip: row => {
      overlapping.push(row);
      writeFlowEnds(output, row);
    }
  });
  return left.length === 0 ? overlapping : overlapping.sort((a, b) => a - b);
}

function pairingOf({ special, profile }: ChromeOutput, row: number): number {
  return special === null ? Pairing.none : special.pairing[profile.slices.label[row]];
}

/**
 * The events that become pairs. Readers order the `B`, `X` and `E` of one time in their own way, so an
 * event that takes no time, or in which another slice begins immediately, has to be complete instead.
 */
function pairedRows(output: ChromeOutput, rows: Uint32Array): ReadonlySet<number> {
  const { slices } = output.profile;
  const pairs = new Set<number>();
  let last = { row: -1, begin: -1 };
  visitNested(slices, rows, {
    open: (row, begin, end) => {
      if (begin === last.begin) pairs.delete(last.row);
      if (pairingOf(output, row) !== Pairing.none && end > begin) pairs.add(row);
      last = { row, begin };
    },
    close: () => undefined,
    skip: () => undefined
  });
  return pairs;
}
