import { PROFILE_VERSION, type Profile, type ProfileMeta } from '../../model/profile/profile';
import type { TableName } from '../../columns/tableSchema';
import { joinChunks } from '../shared/chunks';
import type { Deflate } from '../shared/compression';
import { kscopeFileHeader, kscopeFrame } from './kscopeContainer';
import { type OverviewDensity, encodeDensity } from './kscopeDensity';
import { encodeJson, FRAME_TYPES, STRINGS_PER_FRAME } from './kscopeFrames';
import { encodeCounter, encodeTable } from './kscopeParts';
import { type Columns, ROWS_PER_FRAME } from './kscopeRows';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../../schema/schema';

/** The options of {@link encodeKscope} for storing frames. */
export interface KscopeWriteOptions {
  /** If absent, nothing is compressed. */
  readonly deflate?: Deflate;
  /** The density of tracks with all their slices, if `profile` has only some of them. */
  readonly density?: OverviewDensity | null;
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
  const { deflate, density } = options;
  const bounded = withBoundedTexts(profile);
  const chunks = [kscopeHeader(bounded.meta, deflate)];
  let frames = 1;
  for (const [type, content] of contentsOf(bounded)) {
    chunks.push(kscopeFrame(FRAME_TYPES[type], content, deflate));
    frames++;
  }
  if (density) {
    chunks.push(kscopeFrame(FRAME_TYPES.density, encodeDensity(density), deflate));
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
  for (let from = 0; from < profile.strings.length;) {
    const strings = firstStrings(profile.strings.slice(from, from + STRINGS_PER_FRAME));
    yield ['strings', encodeJson(strings)];
    from += strings.length;
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

/** UTF-16 units of the strings of a frame: in JSON each takes 6 bytes at most, and a frame has room for 128 MiB. */
const UNITS_PER_FRAME = 4 * 1024 * 1024;

/** The first of `strings` that fit into a frame: at least one. */
function firstStrings(strings: readonly string[]): readonly string[] {
  let units = 0;
  const end = strings.findIndex((text, row) => (units += text.length) > UNITS_PER_FRAME && row > 0);
  return end < 0 ? strings : strings.slice(0, end);
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
    yield [name, encodeTable(name, columnsIn(profile, name), row, next(row, to))];
  }
}

/** Slices, each frame followed directly by the arguments of its slices. */
function* sliceContents(profile: Profile): Generator<Content> {
  const { slices, args } = profile;
  let arg = 0;
  for (let from = 0; from < slices.length; from += ROWS_PER_FRAME) {
    const to = next(from, slices.length);
    yield ['slices', encodeTable('slices', columnsIn(profile, 'slices'), from, to)];
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

const ELLIPSIS = '…';

/** `text`, with its end cut off if a reader would refuse its length. */
function bounded(text: string, limit = MAX_NAME_LENGTH): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}${ELLIPSIS}`;
}

/** The same object unless one of its texts is too long. */
function withTexts<T extends object>(item: T, keys: readonly (keyof T)[]): T {
  const changed = keys.flatMap(key => {
    const text: unknown = item[key];
    if (typeof text !== 'string' || bounded(text) === text) return [];
    return [[key, bounded(text)] as const];
  });
  return changed.length === 0 ? item : { ...item, ...Object.fromEntries(changed) };
}

/**
 * The profile with the ends of texts cut off that are longer than a reader allows, as names that a
 * program makes of data may be; the same tables otherwise.
 */
function withBoundedTexts(profile: Profile): Profile {
  const { meta, strings, tracks, counters, sources } = profile;
  const options = Object.entries(meta.options).map(
    ([name, option]) => [bounded(name), bounded(option)] as const
  );
  const cell = meta.cell && {
    ...withTexts(meta.cell, ['file']),
    source: bounded(meta.cell.source, MAX_TEXT_LENGTH)
  };
  return {
    ...profile,
    meta: {
      ...withTexts(meta, ['id', 'name', 'host', 'runtime']),
      options: Object.fromEntries(options),
      cell
    },
    strings: strings.map(text => bounded(text, MAX_TEXT_LENGTH)),
    tracks: tracks.map(track => withTexts(track, ['name'])),
    counters: counters.map(series => withTexts(series, ['name', 'category'])),
    sources: sources.map(report => withTexts(report, ['message']))
  };
}
