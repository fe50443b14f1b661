import { NUMBER_BYTES, putThousandths } from '../../base/notation/digits';
import { writeArgs } from './chromeDetails';
import { nameAndCategory } from './chromeLabels';
import type { ChromeOutput } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import { endEvent, putHead } from './chromeSlices';
import type { ChromeTemplates } from './chromeTemplates';
import { visitNested } from '../shared/rows/nestedVisit';

/** A row of async events: the process it is in, and a number that no other lane has. */
export interface ChromeLane extends ChromeRow {
  readonly id: number;
}

/**
 * Writes the slices in `rows`, ordered by start, as nestable async events of one lane.
 *
 * @returns the rows that outlast the slice they begin in; they are not written.
 */
export function writeAsyncSlices(
  output: ChromeOutput,
  lane: ChromeLane,
  rows: Uint32Array
): number[] {
  const { templates, endTemplates } = output;
  templates.startRow(headOf(lane, 'b'));
  endTemplates.startRow(headOf(lane, 'e'));
  const postponed: number[] = [];
  visitNested(output.profile.slices, rows, {
    open: (row, time) => writeEvent(output, templates, lane, { phase: 'b', row, time }),
    close: (row, time) => writeEvent(output, endTemplates, lane, { phase: 'e', row, time }),
    skip: row => postponed.push(row)
  });
  return postponed;
}

interface AsyncEvent {
  readonly phase: 'b' | 'e';
  readonly row: number;
  readonly time: number;
}

/** The scope makes readers put slices of different categories on one lane. */
function headOf({ pid, tid, id }: ChromeLane, phase: 'b' | 'e'): string {
  const local = `"id2":{"local":"0x${id.toString(16)}"}`;
  return `{"ph":"${phase}","pid":${pid},"tid":${tid},${local},"scope":"lane"`;
}

// hot
function writeEvent(
  output: ChromeOutput,
  templates: ChromeTemplates,
  lane: ChromeLane,
  { phase, row, time }: AsyncEvent
): void {
  const { writer, special, profile, details } = output;
  const label = profile.slices.label[row];
  if (special?.isNumbered[label] === 1) {
    writer.raw(`${headOf(lane, phase)},${nameAndCategory(output, row)},"ts":`);
    writer.reserve(NUMBER_BYTES);
  } else {
    putHead(writer, templates, label);
  }
  writer.length = putThousandths(writer.view, writer.length, time);
  if (phase === 'b' && details.has[row] === 1) writeArgs(output, row);
  endEvent(writer);
}
