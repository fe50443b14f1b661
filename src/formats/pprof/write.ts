import { VERSION } from '../../base/version';
import { byThread, labelledStretches, type SampleLabel } from '../../facts/sampleLabels';
import {
  type HeapAmount,
  heapAmounts,
  type Profile,
  type SampleTable
} from '../../model/profile/profile';
import { profileNotes } from '../../report/text/profileNotes';
import { StringTable } from '../../model/build/stringTable';
import {
  type LabelsOfStack,
  type StackLabel,
  StackPlaces,
  functionName,
  writtenStacks
} from '../shared/rows/callPath';
import {
  FUNCTION,
  LABEL,
  LINE,
  LOCATION,
  MAPPING,
  PROFILE,
  SAMPLE,
  VALUE_TYPE
} from './pprofSchema';
import { ProtobufWriter } from '../shared/protobufWriter';
import { samplingTimes, threadStacks, wholeNumber } from '../shared/rows/threadStacks';

/** What a sample counts, with its unit, in pprof's words. */
type ValueType = readonly [type: string, unit: string];

const CPU: readonly ValueType[] = [
  ['samples', 'count'],
  ['cpu', 'nanoseconds']
];
const HEAP: Readonly<Record<HeapAmount, ValueType>> = {
  allocated: ['alloc_space', 'bytes'],
  alive: ['inuse_space', 'bytes']
};

const ONLY_MAPPING = 1;

/**
 * `profile` as pprof reads it (`profile.proto`), uncompressed; files of the ending `.pb.gz` are
 * gzipped. Each stack of each thread is one sample with its count and CPU nanoseconds, and the thread
 * as label; stacks that allocated on the heap are samples with bytes, of all allocations or those still
 * alive, as was recorded. Idle samples are left out, as they took no CPU. Values are whole and at most
 * 2⁵³ - 1. Of deeper stacks the outermost 4096 functions are written. Lone surrogates become U+FFFD.
 *
 * The comments are its name and what is missing of it. Slices, counters, instants, flows and memory of devices
 * have no place in it. CPU samples also get the labels that `labelsOf` has for their stacks; none by default.
 */
export function encodePprof(profile: Profile, labelsOf: LabelsOfStack = () => []): Uint8Array {
  const writer = new ProtobufWriter();
  const strings = new StringTable();
  const places = new StackPlaces(profile);
  const types = [...CPU, ...heapAmounts(profile).map(amount => HEAP[amount])];
  for (const type of types) writeValueType(writer, strings, PROFILE.sampleType, type);
  for (const sample of pprofSamples(profile, labelsOf)) {
    writeSample({ writer, strings, places }, sample, types.length);
  }
  writeMapping(writer, strings, profile);
  writePlaces({ writer, strings }, profile, places, ONLY_MAPPING);
  writeHeader(writer, strings, profile);
  for (const text of strings.toArray()) writer.text(PROFILE.stringTable, text);
  return writer.toBytes();
}

interface SampleOutput extends PprofOutput {
  readonly places: StackPlaces;
}

function writeSample(
  { writer, strings, places }: SampleOutput,
  { stack, values, firstType, labels }: PprofSample,
  typeCount: number
): void {
  const all = Array.from({ length: typeCount }, (_, type) => values[type - firstType] ?? 0);
  const locations = places.placesOf(stack);
  writer.message(PROFILE.sample, () => {
    writer.packed(SAMPLE.locationId, locations);
    writer.packed(SAMPLE.value, all);
    for (const [name, value] of labels) {
      writer.message(SAMPLE.label, () => {
        writer.uint(LABEL.key, strings.intern(name));
        writer.uint(LABEL.str, strings.intern(value));
      });
    }
  });
}

function writeValueType(
  writer: ProtobufWriter,
  strings: StringTable,
  field: number,
  [type, unit]: ValueType
): void {
  writer.message(field, () => {
    writer.uint(VALUE_TYPE.type, strings.intern(type));
    writer.uint(VALUE_TYPE.unit, strings.intern(unit));
  });
}

/** Marks all locations as symbolised already, so that no reader looks for symbols. */
function writeMapping(writer: ProtobufWriter, strings: StringTable, { meta }: Profile): void {
  writer.message(PROFILE.mapping, () => {
    writer.uint(MAPPING.id, ONLY_MAPPING);
    writer.uint(MAPPING.filename, strings.intern(`node ${meta.runtime}`.trim()));
    writer.uint(MAPPING.hasFunctions, 1);
    writer.uint(MAPPING.hasFilenames, 1);
    writer.uint(MAPPING.hasLineNumbers, 1);
    writer.uint(MAPPING.hasInlineFrames, 1);
  });
}

function writeHeader(writer: ProtobufWriter, strings: StringTable, profile: Profile): void {
  const { startedAtNs, durationNs, periodNs } = samplingTimes(profile);
  writer.int64(PROFILE.timeNanos, startedAtNs);
  writer.uint(PROFILE.durationNanos, durationNs);
  writeValueType(writer, strings, PROFILE.periodType, CPU[1]);
  if (periodNs !== null) writer.uint(PROFILE.period, periodNs);
  const title = `${profile.meta.name} · kernelscope ${VERSION}`;
  for (const text of [title, ...profileNotes(profile)]) {
    writer.uint(PROFILE.comment, strings.intern(text));
  }
  writer.uint(PROFILE.defaultSampleType, strings.intern(CPU[1][0]));
}

/** A stack and what it stands for. */
interface PprofSample {
  readonly stack: number;
  /** Whole numbers, of the type `firstType` and the following ones. */
  readonly values: readonly number[];
  readonly firstType: 0 | 2;
  /** Name of the thread if it is known, then those that the program gave, and those of {@link LabelsOfStack}. */
  readonly labels: readonly StackLabel[];
}

/** The stacks of each thread with count and nanoseconds, then those of the heap. */
function pprofSamples(profile: Profile, labelsOf: LabelsOfStack): readonly PprofSample[] {
  const { heapSamples, tracks } = profile;
  const stackFor = writtenStacks(profile);
  const found = samplesByLabels(profile).flatMap(({ samples, labels: own }) =>
    threadStacks({ ...profile, samples }, stackFor).map(
      ({ stack, track, count, totalNs }): PprofSample => {
        const labels: StackLabel[] = [['thread', tracks[track].name], ...own, ...labelsOf(stack)];
        return { stack, values: [count, totalNs], firstType: 0, labels };
      }
    )
  );
  const columns = { allocated: heapSamples.bytes, alive: heapSamples.aliveBytes };
  const shown = heapAmounts(profile).map(amount => columns[amount]);
  for (let row = 0; row < heapSamples.length; row++) {
    const values = shown.map(column => wholeNumber(column[row]));
    found.push({ stack: stackFor(heapSamples.stack[row]), values, firstType: 2, labels: [] });
  }
  return found;
}

/** Samples that were taken while their thread ran with the same labels. */
interface LabelledSamples {
  readonly samples: SampleTable;
  readonly labels: readonly SampleLabel[];
}

/** All samples by the labels that their threads ran with, those without any first. */
function samplesByLabels(profile: Profile): readonly LabelledSamples[] {
  const { samples } = profile;
  const stretches = labelledStretches(profile);
  if (stretches.length === 0) return [{ samples, labels: [] }];
  const ofThreads = byThread(stretches);
  const none: readonly SampleLabel[] = [];
  const rows = new Map<readonly SampleLabel[], number[]>([[none, []]]);
  const next = new Map<number, number>();
  for (let row = 0; row < samples.length; row++) {
    const own = ofThreads.get(samples.track[row]) ?? [];
    let at = next.get(samples.track[row]) ?? 0;
    while (at < own.length && own[at].end <= samples.time[row]) at++;
    next.set(samples.track[row], at);
    const labels = own[at]?.start <= samples.time[row] ? own[at].labels : none;
    const known = rows.get(labels);
    if (known) known.push(row);
    else rows.set(labels, [row]);
  }
  return Array.from(rows, ([labels, chosen]) => ({
    samples: rowsOfSamples(samples, chosen),
    labels
  }));
}

function rowsOfSamples(samples: SampleTable, rows: readonly number[]): SampleTable {
  return {
    length: rows.length,
    time: Float64Array.from(rows, row => samples.time[row]),
    weight: Float64Array.from(rows, row => samples.weight[row]),
    stack: Int32Array.from(rows, row => samples.stack[row]),
    track: Uint16Array.from(rows, row => samples.track[row])
  };
}

/** The destination of locations and functions. */
interface PprofOutput {
  readonly writer: ProtobufWriter;
  readonly strings: StringTable;
}

/** Writes places as locations of the mapping with that id, and their functions. */
function writePlaces(
  output: PprofOutput,
  profile: Profile,
  { all }: StackPlaces,
  mappingId: number
): void {
  const { writer } = output;
  all.forEach(({ frame, line }, at) => {
    writer.message(PROFILE.location, () => {
      writer.uint(LOCATION.id, at + 1);
      writer.uint(LOCATION.mappingId, mappingId);
      writer.message(LOCATION.line, () => {
        writer.uint(LINE.functionId, frame + 1);
        writer.uint(LINE.line, line);
      });
    });
  });
  for (const frame of new Set(all.map(place => place.frame))) {
    writeFunction(output, profile, frame);
  }
}

function writeFunction({ writer, strings }: PprofOutput, profile: Profile, frame: number): void {
  const name = strings.intern(functionName(profile, frame));
  const file = strings.intern(profile.strings[profile.frames.file[frame]]);
  writer.message(PROFILE.function, () => {
    writer.uint(FUNCTION.id, frame + 1);
    writer.uint(FUNCTION.name, name);
    writer.uint(FUNCTION.systemName, name);
    writer.uint(FUNCTION.filename, file);
    writer.uint(FUNCTION.startLine, profile.frames.line[frame]);
  });
}
