import { NUMBER_BYTES, putThousandths } from '../../base/notation/digits';
import { writeArgs } from './chromeDetails';
import { type ChromeOutput, type ChromeLabels, Pairing } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import { endEvent, putHead } from './chromeSlices';
import type { ChromeTemplates } from './chromeTemplates';
import { visitNested } from '../shared/rows/traceTime';
import { numberedLabels, sliceTitle } from '../../analysis/slices/sliceTitle';
import { EVENT_CATEGORY } from '../../model/profile/categories';
import type { Profile } from '../../model/profile/profile';
import { quoteText } from '../shared/text/jsonWriter';

/** A row of async events: the process it is in, and a number that no other lane has. */
interface ChromeLane extends ChromeRow {
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

/**
 * Flags the special labels of `profile`; null when there are none, as most profiles have none. The
 * slices of `pairedCategory` are always to be pairs.
 */
export function specialLabels(profile: Profile, pairedCategory?: string): ChromeLabels | null {
  const { strings, labels } = profile;
  const event = strings.indexOf(EVENT_CATEGORY);
  const paired = pairedCategory === undefined ? -1 : strings.indexOf(pairedCategory);
  const pairing = Uint8Array.from(labels.category, category => {
    if (category === paired) return Pairing.always;
    return category === event ? Pairing.whereClear : Pairing.none;
  });
  const isNumbered = numberedLabels(profile);
  if (isNumbered === null && !pairing.some(each => each !== Pairing.none)) return null;
  return { pairing, isNumbered: isNumbered ?? new Uint8Array(labels.length) };
}

/** Whether some of the slices in `rows` have a special label. */
export function hasSpecialLabels({ profile, special }: ChromeOutput, rows: Uint32Array): boolean {
  if (special === null) return false;
  const { pairing, isNumbered } = special;
  const { label } = profile.slices;
  return rows.some(row => pairing[label[row]] + isNumbered[label[row]] > 0);
}

/** `"name":…,"cat":…` of a slice. */
export function nameAndCategory(
  { writer, templates, profile, special }: ChromeOutput,
  slice: number
): string {
  const label = profile.slices.label[slice];
  if (special?.isNumbered[label] !== 1) return templates.nameAndCategory(label);
  const category = writer.quote(profile.labels.category[label]);
  return `"name":${quoteText(sliceTitle(profile, slice))},"cat":${category}`;
}
