import type { Profile, ProfileMeta } from '../../model/profile/profile';
import { PROFILE_VERSION } from '../../model/profile/profile';
import type { TableName } from '../../model/profile/tableSchema';
import { joinChunks } from '../shared/bytes/chunks';
import type { AsyncInflate, Deflate, Inflate } from '../shared/bytes/compression';
import type { Columns } from './kscopeFrames';
import {
  encodeCounter,
  encodeJson,
  encodeRows,
  FRAME_TYPES,
  ROWS_PER_FRAME,
  STRINGS_PER_FRAME
} from './kscopeFrames';
import type { StoredFrame } from './kscopeContainer';
import { kscopeFileHeader, kscopeFrame, scanKscope } from './kscopeContainer';
import { KscopeError } from './kscopeError';
import type { RawFrame } from './readKscopeFrames';
import { profileOfFrames } from './readKscopeFrames';

/** The options of {@link encodeKscope} for storing frames. */
export interface KscopeWriteOptions {
  /** If absent, nothing is compressed. */
  readonly deflate?: Deflate;
}

/** The options of {@link decodeKscope} for reading frames. */
export interface KscopeReadOptions {
  /** Required if the file is compressed. */
  readonly inflate?: Inflate;
  /**
   * The maximum total size of the content, bytes. By default 64 MiB or 256 times the file, whichever is
   * more, and at most 1 GiB.
   */
  readonly maxBytes?: number;
}

/** {@link KscopeReadOptions} for platforms where only streams decompress. */
export interface AsyncKscopeReadOptions extends Omit<KscopeReadOptions, 'inflate'> {
  readonly inflate: AsyncInflate;
  /**
   * Called and awaited between steps of a few milliseconds, about 0.1 s at 10⁷ slices, so that a page
   * stays responsive. Reading ends with any error that it throws.
   */
  readonly pause?: () => Promise<void>;
}

/**
 * The beginning of a file: magic, version, and the header frame with the origin of the clocks, host
 * and process. Frames follow it; a later `meta` frame replaces the facts known at the start.
 */
export function kscopeHeader(meta: ProfileMeta, deflate?: Deflate): Uint8Array {
  const content = encodeJson({ profileVersion: PROFILE_VERSION, meta });
  return joinChunks([kscopeFileHeader(), kscopeFrame(FRAME_TYPES.header, content, deflate)]);
}

/** The whole profile as a `.kscope` file. Frames of slices survive the loss of later ones. */
export function encodeKscope(profile: Profile, options: KscopeWriteOptions = {}): Uint8Array {
  const { deflate } = options;
  const chunks = [kscopeHeader(profile.meta, deflate)];
  let frames = 1;
  for (const [type, content] of contentsOf(profile)) {
    chunks.push(kscopeFrame(FRAME_TYPES[type], content, deflate));
    frames++;
  }
  chunks.push(kscopeFrame(FRAME_TYPES.footer, encodeJson({ frames })));
  return joinChunks(chunks);
}

/** Tables to which only later ones refer, in the order of their frames. */
const TABLES_AFTER_COUNTERS = [
  'instants',
  'allocations',
  'frames',
  'stacks',
  'samples',
  'heapSamples',
  'sliceStacks',
  'lineTicks',
  'lineTotals'
] as const satisfies readonly TableName[];

type Content = readonly [type: keyof typeof FRAME_TYPES, content: Uint8Array];

/** All frames except header and footer, each after those it refers to. */
function* contentsOf(profile: Profile): Generator<Content> {
  for (let from = 0; from < profile.strings.length; from += STRINGS_PER_FRAME) {
    const strings = profile.strings.slice(from, from + STRINGS_PER_FRAME);
    yield ['strings', encodeJson(strings)];
  }
  yield ['tracks', encodeJson(profile.tracks)];
  yield ['sources', encodeJson(profile.sources)];
  yield ['sourceTexts', encodeJson(profile.sourceTexts)];
  yield* tableContents(profile, 'labels');
  yield* tableContents(profile, 'droppedTotals');
  yield* sliceContents(profile);
  yield* tableContents(profile, 'flows');
  yield* counterContents(profile);
  for (const name of TABLES_AFTER_COUNTERS) yield* tableContents(profile, name);
}

function* tableContents(profile: Profile, name: TableName): Generator<Content> {
  yield* rowContents(profile, name, 0, profile[name].length);
}

function* rowContents(
  profile: Profile,
  name: TableName,
  from: number,
  to: number
): Generator<Content> {
  for (let row = from; row < to; row += ROWS_PER_FRAME) {
    yield [name, encodeRows(name, columnsIn(profile, name), row, next(row, to))];
  }
}

/** Slices, each frame followed directly by the arguments of its slices. */
function* sliceContents(profile: Profile): Generator<Content> {
  const { slices, args } = profile;
  let arg = 0;
  for (let from = 0; from < slices.length; from += ROWS_PER_FRAME) {
    const to = next(from, slices.length);
    yield ['slices', encodeRows('slices', columnsIn(profile, 'slices'), from, to)];
    const firstArg = arg;
    while (arg < args.length && args.slice[arg] < to) arg++;
    yield* rowContents(profile, 'args', firstArg, arg);
  }
}

function* counterContents({ counters }: Profile): Generator<Content> {
  for (const [series, counter] of counters.entries()) {
    const { length } = counter.time;
    for (let from = 0; from === 0 || from < length; from += ROWS_PER_FRAME) {
      yield ['counter', encodeCounter(series, counter, from, next(from, length))];
    }
  }
}

function next(from: number, length: number): number {
  return Math.min(from + ROWS_PER_FRAME, length);
}

function columnsIn(profile: Profile, name: TableName): Columns {
  return profile[name] as unknown as Columns;
}

/**
 * The profile in a `.kscope` file, validated. If the file was cut off or damaged, everything up to
 * the first bad frame is kept and `meta.truncated` is set.
 *
 * @throws KscopeError if it is not a `.kscope` file, its header is lost, it is of a newer version,
 *   larger than `maxBytes`, compressed while no `inflate` is given, or its content is not valid.
 */
export function decodeKscope(bytes: Uint8Array, options: KscopeReadOptions = {}): Profile {
  const steps = decodeSteps(bytes, options.maxBytes);
  let step = steps.next();
  while (!step.done) {
    step = steps.next(step.value ? tryInflate(step.value, inflateOf(options)) : undefined);
  }
  return step.value;
}

/** {@link decodeKscope} for platforms where only streams decompress; the same guarantees and errors. */
export async function decodeKscopeAsync(
  bytes: Uint8Array,
  { inflate, maxBytes, pause }: AsyncKscopeReadOptions
): Promise<Profile> {
  const steps = decodeSteps(bytes, maxBytes);
  let step = steps.next();
  while (!step.done) {
    const frame = step.value;
    const content = frame
      ? await inflate(frame.stored, frame.rawBytes).catch(() => undefined)
      : undefined;
    await pause?.();
    step = steps.next(content);
  }
  return step.value;
}

/**
 * Reads a file step by step: yields each compressed frame and takes its content, or nothing if it is
 * unavailable; yields null where a reader may pause.
 */
function* decodeSteps(
  bytes: Uint8Array,
  maxBytes?: number
): Generator<StoredFrame | null, Profile, Uint8Array | undefined> {
  const { frames, isIntact } = yield* scanKscope(bytes, maxBytes);
  const raw: RawFrame[] = [];
  for (const frame of frames) {
    const content = isCompressed(frame) ? yield frame : frame.stored;
    if (content?.length !== frame.rawBytes) return yield* profileOfFrames(raw, false);
    raw.push({ type: frame.type, content });
  }
  return yield* profileOfFrames(raw, isIntact);
}

function isCompressed({ rawBytes, stored }: StoredFrame): boolean {
  return stored.length !== rawBytes;
}

function inflateOf({ inflate }: KscopeReadOptions): Inflate {
  if (inflate) return inflate;
  throw new KscopeError('The .kscope file is compressed: it takes an `inflate` to read it.');
}

function tryInflate({ stored, rawBytes }: StoredFrame, inflate: Inflate): Uint8Array | undefined {
  try {
    return inflate(stored, rawBytes);
  } catch {
    return undefined;
  }
}
