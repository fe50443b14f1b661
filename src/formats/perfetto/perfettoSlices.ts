import { withRoom } from '../../base/growing';
import { sliceTitle } from '../../analysis/slices/sliceTitle';
import { ArgKind, type Profile } from '../../model/profile/profile';
import { type PerfettoInterning, TEMPLATE_WORDS } from './perfettoInterning';
import { DEBUG_ANNOTATION, EVENT_TYPE, PACKET, TRACK_EVENT } from './perfettoSchema';
import { type ProtobufWriter, putVarint } from '../shared/protobufWriter';
import { comesFirst, wholeNs } from '../shared/rows/traceTime';
import type { SliceDetails } from '../shared/rows/sliceDetails';
import { writePacket } from './perfettoSequence';

/** The context for writing the slices of one packet sequence. */
interface SliceOutput {
  readonly writer: ProtobufWriter;
  readonly interning: PerfettoInterning;
  readonly details: SliceDetails;
  readonly profile: Profile;
  /** 1 for each label whose slices have their own titles; null if there is none. */
  readonly numbered: Uint8Array | null;
  readonly sequence: number;
}

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

/** Begins a slice with its arguments as typed annotations and the ids of its flows. */
function writeDetailedBegin(output: SliceOutput, row: number, deltaNs: number): void {
  const { writer, interning, details, profile, numbered, sequence } = output;
  const label = profile.slices.label[row];
  const from = details.firstArg(row);
  const to = details.endOfArgs(row);
  for (let arg = from; arg < to; arg++) internArg(interning, profile, arg);
  writePacket(writer, sequence, deltaNs, () => {
    writer.message(PACKET.trackEvent, () => {
      writer.uint(TRACK_EVENT.type, EVENT_TYPE.sliceBegin);
      writer.uint(TRACK_EVENT.categoryIids, interning.categoryOf(label));
      if (numbered?.[label] === 1) writer.text(TRACK_EVENT.name, sliceTitle(profile, row));
      else writer.uint(TRACK_EVENT.nameIid, interning.nameOf(label));
      for (let arg = from; arg < to; arg++) writeArg(writer, interning, profile, arg);
      writeFlows(output, row);
    });
  });
}

/** Interns what an argument refers to, which must not happen inside another packet. */
function internArg(interning: PerfettoInterning, { args }: Profile, arg: number): void {
  interning.argNameOf(args.key[arg]);
  if (args.kind[arg] === ArgKind.string) interning.argTextOf(args.value[arg]);
}

function writeArg(
  writer: ProtobufWriter,
  interning: PerfettoInterning,
  { args }: Profile,
  arg: number
): void {
  const value = args.value[arg];
  writer.message(TRACK_EVENT.debugAnnotations, () => {
    writer.uint(DEBUG_ANNOTATION.nameIid, interning.argNameOf(args.key[arg]));
    if (args.kind[arg] === ArgKind.boolean) writer.uint(DEBUG_ANNOTATION.boolValue, value);
    else if (args.kind[arg] === ArgKind.string) {
      writer.uint(DEBUG_ANNOTATION.stringValueIid, interning.argTextOf(value));
    } else if (Number.isSafeInteger(value)) writer.int(DEBUG_ANNOTATION.intValue, value);
    else writer.double(DEBUG_ANNOTATION.doubleValue, value);
  });
}

/** A flow begins at whichever of its slices comes first in the trace and ends at the other. */
function writeFlows({ writer, details, profile }: SliceOutput, row: number): void {
  const { flows } = profile;
  for (const flow of details.flowsFrom(row)) {
    const isFirst = comesFirst(profile, row, flows.to[flow]);
    writer.fixed64(isFirst ? TRACK_EVENT.flowIds : TRACK_EVENT.terminatingFlowIds, flow + 1);
  }
  for (const flow of details.flowsTo(row)) {
    const isLast = comesFirst(profile, flows.from[flow], row);
    writer.fixed64(isLast ? TRACK_EVENT.terminatingFlowIds : TRACK_EVENT.flowIds, flow + 1);
  }
}
