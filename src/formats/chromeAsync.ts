import { writeArgs } from './chromeDetails';
import { nameAndCategory } from './chromeLabels';
import type { ChromeOutput } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import { microseconds } from './jsonWriter';
import { visitNested } from './nestedVisit';

/** A row of async events: the process it is in, and a number that no other lane has. */
export interface ChromeLane extends ChromeRow {
  readonly id: number;
}

/**
 * Writes the slices in `rows`, ordered by start, as nestable async events of one lane.
 *
 * @returns the rows of slices that partly overlap others; they are not written.
 */
export function writeAsyncSlices(
  output: ChromeOutput,
  lane: ChromeLane,
  rows: Uint32Array
): number[] {
  const overlapping: number[] = [];
  visitNested(output.profile.slices, rows, {
    open: (row, time) => writeEvent(output, lane, { phase: 'b', row, time }),
    close: (row, time) => writeEvent(output, lane, { phase: 'e', row, time }),
    skip: row => overlapping.push(row)
  });
  return overlapping;
}

interface AsyncEvent {
  readonly phase: 'b' | 'e';
  readonly row: number;
  readonly time: number;
}

/** The scope makes readers put slices of different categories on one lane. */
function writeEvent(
  output: ChromeOutput,
  { pid, tid, id }: ChromeLane,
  { phase, row, time }: AsyncEvent
): void {
  const { writer } = output;
  writer.raw(
    `{"ph":"${phase}","pid":${pid},"tid":${tid},"id2":{"local":"0x${id.toString(16)}"},` +
      `"scope":"lane",${nameAndCategory(output, row)},"ts":${microseconds(time)}`
  );
  if (phase === 'b') writeArgs(output, row);
  writer.raw('},\n');
}
