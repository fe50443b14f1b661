import type { Profile } from '../../model/profile/profile';
import { framesFromRoot, writtenStacks } from '../shared/rows/callPath';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';
import {
  CALLSTACK,
  CPU_CLOCK,
  DEFAULTS,
  FRAME,
  INTERNED,
  INTERNED_TEXT,
  MAPPING,
  PACKET,
  PERF_SAMPLE,
  PERF_SAMPLE_DEFAULTS,
  SAMPLED_TIME,
  SEQUENCE_FLAGS,
  TIMEBASE,
  TRACE
} from './perfettoSchema';
import { type SequenceNumbers, openSequence, writePacket } from './perfettoSequence';
import { wholeNs } from '../shared/rows/traceTime';
import { uuidOfTrack } from './perfettoTracks';
import type { ProtobufWriter } from '../shared/protobufWriter';

/** `PerfSample.cpu_mode`: code of the process itself, not of the operating system. */
const USER_MODE = 2;

/**
 * Writes the CPU samples of each thread with their call stacks; idle ones have no stack, and are left out. With each is
 * the time that the samples of the thread so far stand for, as a count of nanoseconds of CPU time.
 */
export function writeSamples(
  writer: ProtobufWriter,
  profile: Profile,
  sequences: SequenceNumbers
): void {
  const byTrack = groupRows(profile.samples.track, profile.tracks.length);
  const stack = profile.samples.stack.map(writtenStacks(profile));
  const cut = { ...profile, samples: { ...profile.samples, stack } };
  for (let track = 0; track < profile.tracks.length; track++) {
    const rows = rowsOf(byTrack, track);
    if (rows.length > 0) writeThreadSamples(writer, cut, rows, sequences.next());
  }
}

function writeThreadSamples(
  writer: ProtobufWriter,
  profile: Profile,
  rows: Uint32Array,
  sequence: number
): void {
  const { samples, tracks } = profile;
  const track = samples.track[rows[0]];
  openSequence(writer, sequence, uuidOfTrack(track), () => writeTimebase(writer));
  writeStacks(writer, profile, sequence, usedStacks(profile, rows));
  let now = 0;
  let sampledNs = 0;
  for (const row of rows) {
    if (samples.stack[row] < 0) continue;
    const time = wholeNs(samples.time[row]);
    sampledNs += samples.weight[row];
    writePacket(writer, sequence, time - now, () => {
      writer.message(PACKET.perfSample, () => {
        writer.uint(PERF_SAMPLE.cpu, 0);
        writer.uint(PERF_SAMPLE.pid, tracks[track].pid);
        writer.uint(PERF_SAMPLE.tid, tracks[track].tid);
        writer.uint(PERF_SAMPLE.callstackIid, samples.stack[row] + 1);
        writer.uint(PERF_SAMPLE.cpuMode, USER_MODE);
        writer.uint(PERF_SAMPLE.timebaseCount, Math.round(sampledNs));
      });
    });
    now = time;
  }
}

function writeTimebase(writer: ProtobufWriter): void {
  writer.message(DEFAULTS.perfSample, () => {
    writer.message(PERF_SAMPLE_DEFAULTS.timebase, () => {
      writer.uint(TIMEBASE.counter, CPU_CLOCK);
      writer.text(TIMEBASE.name, SAMPLED_TIME);
    });
  });
}

function usedStacks({ samples }: Profile, rows: Uint32Array): number[] {
  const used = new Set<number>();
  for (const row of rows) if (samples.stack[row] >= 0) used.add(samples.stack[row]);
  return [...used].sort((a, b) => a - b);
}

/** Interns functions, files, frames and stacks; each has its row + 1 as number. */
function writeStacks(
  writer: ProtobufWriter,
  profile: Profile,
  sequence: number,
  stacks: readonly number[]
): void {
  const paths = stacks.map(stack => framesFromRoot(profile, stack));
  const frames = [...new Set(paths.flat())];
  const texts = (rows: readonly number[]): number[] => [...new Set(rows)];
  writer.message(TRACE.packet, () => {
    writer.uint(PACKET.sequenceId, sequence);
    writer.uint(PACKET.sequenceFlags, SEQUENCE_FLAGS.needsState);
    writer.message(PACKET.internedData, () => {
      const { name, file } = profile.frames;
      const files = texts(frames.map(frame => file[frame]));
      const write = (field: number) => (text: number) => {
        writer.message(field, () => {
          writer.uint(INTERNED_TEXT.iid, text + 1);
          writer.text(INTERNED_TEXT.text, profile.strings[text]);
        });
      };
      texts(frames.map(frame => name[frame])).forEach(write(INTERNED.functionNames));
      files.forEach(write(INTERNED.mappingPaths));
      files.forEach(write(INTERNED.sourcePaths));
      for (const text of files) writeMapping(writer, text);
      for (const frame of frames) writeFrame(writer, profile, frame);
      stacks.forEach((stack, index) => writeCallstack(writer, stack, paths[index]));
    });
  });
}

function writeMapping(writer: ProtobufWriter, text: number): void {
  writer.message(INTERNED.mappings, () => {
    writer.uint(MAPPING.iid, text + 1);
    writer.uint(MAPPING.pathStringIds, text + 1);
  });
}

function writeFrame(writer: ProtobufWriter, { frames }: Profile, frame: number): void {
  writer.message(INTERNED.frames, () => {
    writer.uint(FRAME.iid, frame + 1);
    writer.uint(FRAME.functionNameId, frames.name[frame] + 1);
    writer.uint(FRAME.mappingId, frames.file[frame] + 1);
    writer.uint(FRAME.sourcePathIid, frames.file[frame] + 1);
    writer.uint(FRAME.line, frames.line[frame]);
  });
}

function writeCallstack(writer: ProtobufWriter, stack: number, path: readonly number[]): void {
  writer.message(INTERNED.callstacks, () => {
    writer.uint(CALLSTACK.iid, stack + 1);
    for (const frame of path) writer.uint(CALLSTACK.frameIds, frame + 1);
  });
}
