import type { ChromeOutput } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import { writeArgs } from './chromeDetails';
import { microseconds } from './jsonWriter';
import { wholeNs } from './traceTime';

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
  const { start, duration } = output.profile.slices;
  const overlapping: number[] = [];
  const open: { readonly row: number; readonly end: number }[] = [];
  const closeUntil = (time: number): void => {
    for (let last = open.at(-1); last && last.end <= time; last = open.at(-1)) {
      writeEvent(output, lane, { phase: 'e', row: last.row, time: last.end });
      open.pop();
    }
  };
  for (const row of rows) {
    const begin = wholeNs(start[row]);
    const end = wholeNs(start[row] + duration[row]);
    closeUntil(begin);
    if (end > (open.at(-1)?.end ?? Infinity)) {
      overlapping.push(row);
      continue;
    }
    writeEvent(output, lane, { phase: 'b', row, time: begin });
    open.push({ row, end });
  }
  closeUntil(Infinity);
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
  const { writer, templates, profile } = output;
  writer.raw(
    `{"ph":"${phase}","pid":${pid},"tid":${tid},"id2":{"local":"0x${id.toString(16)}"},` +
      `"scope":"lane",${templates.nameAndCategory(profile.slices.label[row])},` +
      `"ts":${microseconds(time)}`
  );
  if (phase === 'b') writeArgs(output, row);
  writer.raw('},\n');
}
