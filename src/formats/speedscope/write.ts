import { VERSION } from '../../base/version';
import { type Profile, type HeapAmount, heapAmounts } from '../../model/profile/profile';
import { framesFromRoot, functionName, writtenStacks } from '../shared/rows/callPath';
import { ITEM_END, JsonWriter, quoteText, writeList } from '../shared/text/jsonWriter';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';
import { trackTitle } from '../shared/rows/trackTitle';
import { visitNested, writeLanes } from '../shared/rows/traceTime';

/** The context for writing the parts of a speedscope file. */
interface SpeedscopeOutput {
  readonly writer: JsonWriter;
  readonly profile: Profile;
  /** Frames of the file: those of the profile by their row, and behind them one for each label. */
  readonly firstLabelFrame: number;
  /** The stack that is written for another, see `writtenStacks`. */
  readonly stackFor: (stack: number) => number;
}

/** The head of one of a file's profiles. */
interface SpeedscopeHead {
  readonly type: 'sampled' | 'evented';
  readonly name: string;
  readonly unit: 'nanoseconds' | 'bytes';
}

/** Opens a profile, which begins at 0; its lists follow. */
function openProfile({ writer }: SpeedscopeOutput, head: SpeedscopeHead): void {
  const { type, name, unit } = head;
  writer.raw(`{"type":"${type}","name":${quoteText(name)},"unit":"${unit}","startValue":0`);
}

/** Closes a profile that ends at `endValue`, in its unit. */
function closeProfile({ writer }: SpeedscopeOutput, endValue: number): void {
  writer.raw(`,"endValue":${endValue}}${ITEM_END}`);
}

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** The usual size of one slice, and of one sample, bytes. */
const [SLICE_BYTES, SAMPLE_BYTES] = [90, 40];

/**
 * `profile` in the JSON of speedscope, uncompressed UTF-8. Its profiles are, in this order: the CPU
 * samples of each thread, weighted in nanoseconds, idle ones with an empty stack; heap allocations, in
 * bytes; the slices of each track, as they open and close, whole nanoseconds from the origin. Slices
 * that partly overlap others are in further profiles of their track. Functions have the line and column
 * at which they begin; stacks have their outermost 4096 functions. Lone surrogates become U+FFFD.
 *
 * Counters, instants, flows, arguments and device memory have no place in it. A profile without any of
 * these parts is written as one profile without events.
 */
export function encodeSpeedscope(profile: Profile): Uint8Array {
  const { slices, samples, strings } = profile;
  const expected = 4096 + slices.length * SLICE_BYTES + samples.length * SAMPLE_BYTES;
  const writer = new JsonWriter(expected, strings);
  const output = {
    writer,
    profile,
    firstLabelFrame: profile.frames.length,
    stackFor: writtenStacks(profile)
  };
  writer.raw(
    `{"$schema":"${SCHEMA}","exporter":${quoteText(`kernelscope ${VERSION}`)},` +
      `"name":${quoteText(profile.meta.name)},"activeProfileIndex":0,"shared":{"frames":`
  );
  writeList(writer, () => writeFrames(output));
  writer.raw('},"profiles":');
  writeList(writer, () => writeProfiles(output));
  writer.raw('}\n');
  return writer.toBytes();
}

/** Functions first, then the names of slices. */
function writeFrames({ writer, profile }: SpeedscopeOutput): void {
  const { frames, labels, strings } = profile;
  for (let frame = 0; frame < frames.length; frame++) {
    const { file, line, column } = frames;
    const place = [
      strings[file[frame]] === '' ? '' : `,"file":${writer.quote(file[frame])}`,
      line[frame] === 0 ? '' : `,"line":${line[frame]}`,
      column[frame] === 0 ? '' : `,"col":${column[frame]}`
    ].join('');
    writer.raw(`{"name":${quoteText(functionName(profile, frame))}${place}}${ITEM_END}`);
  }
  for (const name of labels.name) writer.raw(`{"name":${writer.quote(name)}}${ITEM_END}`);
}

function writeProfiles(output: SpeedscopeOutput): void {
  const { writer, profile } = output;
  const { samples, slices, tracks, meta } = profile;
  const before = writer.length;
  const samplesByTrack = groupRows(samples.track, tracks.length);
  tracks.forEach((_, track) => writeCpuSamples(output, rowsOf(samplesByTrack, track)));
  writeHeapSamples(output);
  const slicesByTrack = groupRows(slices.track, tracks.length);
  tracks.forEach((_, track) =>
    writeTrackSlices(output, trackTitle(tracks, track), rowsOf(slicesByTrack, track))
  );
  if (writer.length > before) return;
  openProfile(output, { type: 'evented', name: meta.name, unit: 'nanoseconds' });
  writer.raw(',"events":[]');
  closeProfile(output, Math.max(0, Math.round(meta.durationNs)));
}

const utf8 = new TextEncoder();

/** The parts of an event. */
const [OPEN, CLOSE, TIME, END] = [
  ...['{"type":"O","frame":', '{"type":"C","frame":', ',"at":', `}${ITEM_END}`]
].map(text => utf8.encode(text));

/**
 * Writes the slices in `rows`, ordered by start, as events of one profile. What partly overlaps the
 * slice it begins in is put into further profiles.
 */
function writeTrackSlices(output: SpeedscopeOutput, name: string, rows: Uint32Array): void {
  writeLanes(output.profile.slices, rows, (lane, extra) =>
    lane.length === 0
      ? []
      : writeEvents(output, extra === 0 ? name : `${name} (overlapping ${extra})`, lane)
  );
}

/** Writes one profile and returns the rows that have to go into another. */
function writeEvents(output: SpeedscopeOutput, name: string, rows: Uint32Array): number[] {
  const { writer, profile, firstLabelFrame } = output;
  const { slices } = profile;
  const postponed: number[] = [];
  let last = 0;
  // hot
  const write = (head: Uint8Array, row: number, at: number): void => {
    writer.put(head);
    writer.putWhole(firstLabelFrame + slices.label[row]);
    writer.put(TIME);
    writer.putWhole(at);
    writer.put(END);
    last = at;
  };
  openProfile(output, { type: 'evented', name, unit: 'nanoseconds' });
  writer.raw(',"events":');
  writeList(writer, () =>
    visitNested(slices, rows, {
      open: (row, begin) => write(OPEN, row, begin),
      close: (row, end) => write(CLOSE, row, end),
      skip: row => postponed.push(row)
    })
  );
  closeProfile(output, Math.max(last, Math.round(profile.meta.durationNs)));
  return postponed;
}

/** Stacks with their weights, in the order in which they are shown. */
interface WeightedStacks {
  readonly length: number;
  /** Row of the stack, -1 for none. */
  readonly stackAt: (at: number) => number;
  readonly weightAt: (at: number) => number;
}

/** Writes the CPU samples in `rows`, those of one thread, as a profile; nothing without any. */
function writeCpuSamples(output: SpeedscopeOutput, rows: Uint32Array): void {
  if (rows.length === 0) return;
  const { samples, tracks } = output.profile;
  const { name } = tracks[samples.track[rows[0]]];
  const head = { type: 'sampled', name: `${name} (CPU samples)`, unit: 'nanoseconds' } as const;
  writeSampled(output, head, {
    length: rows.length,
    stackAt: at => samples.stack[rows[at]],
    weightAt: at => samples.weight[rows[at]]
  });
}

/** Writes heap allocations as a profile; nothing if they were not recorded. */
function writeHeapSamples(output: SpeedscopeOutput): void {
  const { heapSamples } = output.profile;
  for (const amount of heapAmounts(output.profile)) {
    const bytes = amount === 'alive' ? heapSamples.aliveBytes : heapSamples.bytes;
    writeSampled(
      output,
      { type: 'sampled', name: HEAP_NAMES[amount], unit: 'bytes' },
      {
        length: heapSamples.length,
        stackAt: at => heapSamples.stack[at],
        weightAt: at => bytes[at]
      }
    );
  }
}

const HEAP_NAMES: Readonly<Record<HeapAmount, string>> = {
  allocated: 'Heap allocations',
  alive: 'Heap allocations still alive'
};

function writeSampled(
  output: SpeedscopeOutput,
  head: SpeedscopeHead,
  { length, stackAt, weightAt }: WeightedStacks
): void {
  const { writer, profile, stackFor } = output;
  const texts = new Map<number, string>();
  const textOf = (stack: number): string => {
    const known = texts.get(stack);
    if (known !== undefined) return known;
    const text = framesFromRoot(profile, stack).join(',');
    texts.set(stack, text);
    return text;
  };
  let total = 0;
  openProfile(output, head);
  writer.raw(',"samples":');
  writeList(writer, () => {
    for (let at = 0; at < length; at++) writer.raw(`[${textOf(stackFor(stackAt(at)))}]${ITEM_END}`);
  });
  writer.raw(',"weights":');
  writeList(writer, () => {
    for (let at = 0; at < length; at++) {
      writer.raw(`${weightAt(at)}${ITEM_END}`);
      total += weightAt(at);
    }
  });
  closeProfile(output, total);
}
