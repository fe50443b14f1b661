import { withRoom } from '../../../base/growing';
import { writeDetailedBegin } from './perfettoDetails';
import { TEMPLATE_WORDS } from './perfettoInterning';
import { PACKET } from '../schema/perfettoSchema';
import type { SliceOutput } from './perfettoOutput';
import { type ProtobufWriter, putVarint } from '../../shared/bytes/protobufWriter';
import { wholeNs } from '../../shared/rows/traceTime';

/** Room for one packet made from a template: header, difference of times, template. */
const PACKET_BYTES = TEMPLATE_WORDS * 4 + 16;

// hot
/**
 * Writes the slices in `rows`, ordered by start, as begin and end events of one sequence.
 *
 * @returns the rows that outlast the slice they begin in; they are not written.
 */
export function writeSlices(output: SliceOutput, rows: Uint32Array): number[] {
  const { writer, interning, details, profile } = output;
  const { start, duration, label } = profile.slices;
  const { templates, endSlot } = interning;
  const { has } = details;
  const postponed: number[] = [];
  let ends = new Float64Array(64);
  let depth = 0;
  let now = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    const begin = wholeNs(start[row]);
    const end = wholeNs(start[row] + duration[row]);
    while (depth > 0 && ends[depth - 1] <= begin) {
      const closed = ends[--depth];
      putPacket(writer, closed - now, templates, endSlot);
      now = closed;
    }
    const limit = depth > 0 ? ends[depth - 1] : Infinity;
    if (end > limit) {
      postponed.push(row);
      continue;
    }
    if (depth === ends.length) ends = withRoom(ends, depth + 1);
    ends[depth++] = end;
    const slot = label[row];
    if (templates[slot * TEMPLATE_WORDS] === 0) interning.addLabel(slot);
    if (has[row] === 1) writeDetailedBegin(output, row, begin - now);
    else putPacket(writer, begin - now, templates, slot);
    now = begin;
  }
  writeEnds(output, ends.subarray(0, depth), now);
  return postponed;
}

function writeEnds({ writer, interning }: SliceOutput, ends: Float64Array, from: number): void {
  const { templates, endSlot } = interning;
  let now = from;
  for (let depth = ends.length - 1; depth >= 0; depth--) {
    putPacket(writer, ends[depth] - now, templates, endSlot);
    now = ends[depth];
  }
}

/** A packet of a difference of times and a template: shorter than 128 bytes, of known size. */
function putPacket(
  writer: ProtobufWriter,
  delta: number,
  templates: Uint32Array,
  slot: number
): void {
  const bytes = writer.reserve(PACKET_BYTES);
  const { view, length: start } = writer;
  bytes[start] = 0x0a;
  bytes[start + 2] = PACKET.timestamp * 8;
  const templateAt = putVarint(bytes, start + 3, delta);
  let word = slot * TEMPLATE_WORDS;
  const end = templateAt + templates[word];
  for (let at = templateAt; at < end; at += 4) view.setUint32(at, templates[++word], true);
  bytes[start + 1] = end - start - 2;
  writer.length = end;
}
