import { sliceTitle } from '../../../analysis/slices/sliceTitle';
import { ArgKind, type Profile } from '../../../model/profile/profile';
import type { PerfettoInterning } from './perfettoInterning';
import { DEBUG_ANNOTATION, EVENT_TYPE, PACKET, TRACK_EVENT } from '../schema/perfettoSchema';
import { writePacket } from './perfettoSequence';
import type { SliceOutput } from './perfettoOutput';
import type { ProtobufWriter } from '../../shared/bytes/protobufWriter';
import { comesFirst } from '../../shared/rows/traceTime';

/** Begins a slice with its arguments as typed annotations and the ids of its flows. */
export function writeDetailedBegin(output: SliceOutput, row: number, deltaNs: number): void {
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
