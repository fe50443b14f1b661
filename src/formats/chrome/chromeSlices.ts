import { withRoom } from '../../base/growing';
import { NUMBER_BYTES, putThousandths } from '../../base/notation/digits';
import { writeArgs, writeFlowEnds } from './chromeDetails';
import type { ChromeOutput } from './chromeOutput';
import type { ChromeRow } from './chromeRows';
import type { ChromeTemplates } from './chromeTemplates';
import type { JsonWriter } from '../shared/text/jsonWriter';
import { wholeNs } from '../shared/rows/traceTime';

/** `,"dur":` and `},` + newline as little-endian words. */
const [COMMA_DUR, COLON] = [0x7564_222c, 0x003a_2272];
const END_OF_EVENT = 0x000a_2c7d;

// hot
/**
 * Writes the slices in `rows`, ordered by start, as complete events of one thread row.
 *
 * @returns the rows of slices that partly overlap others. Of these only the flows are written, which
 *   bind to the enclosing slice.
 */
export function writeCompleteSlices(
  output: ChromeOutput,
  { pid, tid }: ChromeRow,
  rows: Uint32Array
): number[] {
  const { writer, templates, details, profile } = output;
  const { start, duration, label } = profile.slices;
  const { has } = details;
  const overlapping: number[] = [];
  const open = new OpenEnds();
  templates.startRow(`{"ph":"X","pid":${pid},"tid":${tid}`);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    const begin = wholeNs(start[row]);
    const end = wholeNs(start[row] + duration[row]);
    if (!open.enter(begin, end)) {
      overlapping.push(row);
      writeFlowEnds(output, row);
      continue;
    }
    putHead(writer, templates, label[row]);
    let at = putThousandths(writer.view, writer.length, begin);
    writer.view.setUint32(at, COMMA_DUR, true);
    writer.view.setUint32(at + 4, COLON, true);
    at = putThousandths(writer.view, at + 7, end - begin);
    writer.length = at;
    if (has[row] === 1) writeArgs(output, row);
    endEvent(writer);
    if (has[row] === 1) writeFlowEnds(output, row);
  }
  return overlapping;
}

/** The ends of the slices that are open at one time on one row. */
class OpenEnds {
  #ends = new Float64Array(64);
  #depth = 0;

  /** Opens a slice; false, and nothing happens, when it outlasts the one it begins in. */
  enter(begin: number, end: number): boolean {
    while (this.#depth > 0 && this.#ends[this.#depth - 1] <= begin) this.#depth--;
    if (this.#depth > 0 && end > this.#ends[this.#depth - 1]) return false;
    if (this.#depth === this.#ends.length) this.#ends = withRoom(this.#ends, this.#depth + 1);
    this.#ends[this.#depth++] = end;
    return true;
  }
}

// hot
/** Appends the label's template, and leaves room for the rest of an event without arguments. */
export function putHead(writer: JsonWriter, templates: ChromeTemplates, label: number): void {
  if (templates.firstWord[label] < 0) templates.add(label);
  const { words } = templates;
  const length = templates.lengths[label];
  writer.reserve(length + 3 * NUMBER_BYTES);
  const { view, length: start } = writer;
  let word = templates.firstWord[label];
  for (let at = start; at < start + length; at += 4) view.setUint32(at, words[word++], true);
  writer.length = start + length;
}

/** Closes an event that is complete. */
export function endEvent(writer: JsonWriter): void {
  writer.reserve(4);
  writer.view.setUint32(writer.length, END_OF_EVENT, true);
  writer.length += 3;
}
