import { type FactName, type FactParts, NO_FACTS } from '../../facts/table';
import {
  ArgTableBuilder,
  type SampleParts,
  emptySampleParts
} from '../../model/build/profileBuilder';
import { UNFINISHED_ARG } from '../../model/profile/argKeys';
import {
  type CounterSeries,
  type FlowTable,
  type InstantTable,
  PROFILE_VERSION,
  type Profile,
  type ProfileMeta,
  type SliceTable,
  type Track
} from '../../model/profile/profile';
import { type StartUp, START_UP_LIMITS } from '../../facts/startUp';
import { StackBuilder } from '../../model/build/stackBuilder';
import { StringTable } from '../../model/build/stringTable';
import { type SliceWithStack, buildSliceStacks, mergeStacks } from './buildSliceStacks';
import type { Contribution, ContributionContext, Contributor, OwnSliceArg } from './contribution';
import { LabelColumns } from './labelColumns';
import { mergeArgs, mergeByTime, mergeFlows } from './mergeContributions';
import { type MergedSlices, columnsOf, mergeSlices } from './mergeSlices';
import { type PlacedSlices, placeOnTracks, withoutOpen } from './placeOnTracks';
import type { RecordedData, RecordedLabels } from '../recordedData';
import { INSTANT_SCOPE_UNIT } from '../recorder';
import type { RecordingWindow, WindowEnd } from '../slices/recordingWindow';
import { recorderReports } from './recorderReports';
import type { ColumnNames } from './sliceColumnsBuilder';
import { initialTracks } from './threadTracks';
import { type OpenSlices, type WindowSlices, readWindowSlices } from './windowSlices';

/**
 * The facts about the run that the caller of {@link buildProfile} provides; the rest is counted here.
 */
export type RunInfo = Omit<
  ProfileMeta,
  'originNs' | 'durationNs' | 'dropped' | 'truncated' | 'overheadNs' | FactName
>;

/** A window that has ended, with the sources that recorded in it. */
export interface FinishedWindow {
  readonly recorder: RecordedData;
  readonly window: RecordingWindow;
  readonly end: WindowEnd;
  readonly sources: readonly Contributor[];
  readonly info: RunInfo;
  /** The cost of each of so many recorded slices, nanoseconds, for the profile's overhead; asked for if it has slices. */
  readonly sliceCostNs: (slices: number) => number;
  /** Node's number of the recorded thread; the main thread unless given. */
  readonly threadId?: number;
}

/**
 * Turns the recording of a window into an immutable profile. Call before `closeWindow`. Slices that are
 * open at the end are cut off there.
 */
export function buildProfile(finished: FinishedWindow): Profile {
  const contribute = (source: Contributor, context: ContributionContext) =>
    source.contribute(context);
  return build(finished, { openSlices: 'cut', contribute });
}

/**
 * The content of an open window up to `end`, as an immutable profile, without open slices and without
 * sources that contribute only at their end. May be called any number of times.
 */
export function buildSnapshot(soFar: FinishedWindow): Profile {
  const sources = soFar.sources.filter(source => source.contributeSoFar);
  const contribute = (source: Contributor, context: ContributionContext) =>
    source.contributeSoFar?.(context) ?? source.contribute(context);
  return build({ ...soFar, sources }, { openSlices: 'leaveOut', contribute });
}

/** The differences between profiles of ended and of open windows. */
interface BuildMode {
  readonly openSlices: OpenSlices;
  readonly contribute: (source: Contributor, context: ContributionContext) => Contribution;
}

/**
 * A finished profile of one thread with what `contributors` add to it: as if they had contributed to {@link buildProfile}
 * as the last ones, which can be long after, in another process.
 *
 * @throws Error for frames or stacks that are there twice
 */
export function completeProfile(profile: Profile, contributors: readonly Contributor[]): Profile {
  const strings = new StringTable(profile.strings);
  const stacks = StackBuilder.of(profile.frames, profile.stacks);
  const tracks = [...profile.tracks];
  const labels = new LabelColumns(labelsOf(profile), strings);
  const names = { strings, label: labels.label.bind(labels) };
  const originNs = BigInt(profile.meta.originNs);
  const times = { originNs, endNs: originNs + BigInt(profile.meta.durationNs) };
  const own = { table: profile.slices, rowOf: () => -1 };
  const context = contributionContext({ ...names, ...times, stacks, labels }, tracks, own);
  const contributions = contributors.map(each => each.contribute(context));
  const { merged, withStacks } = mergeContributed(profile.slices, contributions, names);
  const { meta, args, flows, sliceStacks } = profile;
  const rowOf = (row: number): number => merged.rowOf[row];
  const startUp = startUpOf(contributions);
  const overheadNs = contributions.reduce((sum, each) => sum + (each.overheadNs ?? 0), 0);
  return {
    ...profile,
    meta: {
      ...meta,
      overheadNs: Math.round(meta.overheadNs + overheadNs),
      ...addedFacts(contributions),
      ...(startUp && { startUp })
    },
    tracks,
    slices: merged.table,
    args: mergeArgs({ ...args, slice: args.slice.map(rowOf) }, merged),
    counters: withValues([...profile.counters, ...countersOf(contributions)]),
    flows: mergeFlows({ ...flows, from: flows.from.map(rowOf), to: flows.to.map(rowOf) }, merged),
    ...sampledParts(contributions),
    allocations: profile.allocations,
    sliceStacks: mergeStacks(sliceStacks, rowOf, withStacks),
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    sources: [...profile.sources, ...contributions.map(({ report }) => report)],
    labels: labels.table(),
    strings: strings.toArray()
  };
}

function labelsOf({ labels, strings }: Profile): RecordedLabels {
  return {
    length: labels.length,
    nameOf: label => strings[labels.name[label]],
    categoryNameOf: label => strings[labels.category[label]]
  };
}

function build(finished: FinishedWindow, mode: BuildMode): Profile {
  const { recorder, end } = finished;
  const window = finished.window.endingAt(end);
  const strings = new StringTable();
  const tracks = initialTracks(finished.info.pid, finished.threadId ?? 0);
  const { own, placed } = placeOwn({ ...finished, window }, mode, tracks);
  const stacks = new StackBuilder();
  const labels = new LabelColumns(recorder.labels, strings);
  const names = { strings, label: labels.label.bind(labels) };
  const times = { originNs: window.startTime, endNs: end.time };
  const context = contributionContext({ ...names, ...times, stacks, labels }, tracks, placed);
  const contributions = finished.sources.map(source => mode.contribute(source, context));
  const { merged, withStacks } = mergeContributed(placed.table, contributions, names);
  const rowOfToken = (token: number) => {
    const row = placed.rowOf(token);
    return row < 0 ? -1 : merged.rowOf[row];
  };
  const rows = { ...tokensOf(own), rowOfToken };
  const ownArgs = contributions.flatMap(({ ownArg }) => (ownArg ? [moved(ownArg, merged)] : []));
  return {
    version: PROFILE_VERSION,
    meta: buildMeta({ ...finished, window }, placed.table.length, contributions),
    tracks,
    slices: merged.table,
    args: mergeArgs(buildArgs({ recorder, own, rowOfToken, strings }, ownArgs), merged),
    counters: buildCounters(recorder, window, contributions),
    instants: buildInstants(recorder, window, contributions),
    flows: mergeFlows(buildFlows(recorder, rowOfToken), merged),
    ...emptySampleParts(),
    ...sampledParts(contributions),
    sliceStacks: buildSliceStacks(recorder, rows, contributions, withStacks),
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    droppedTotals: window.droppedTotals(),
    sources: [...contributions.map(({ report }) => report), ...recorderReports(finished)],
    labels: labels.table(),
    strings: strings.toArray()
  };
}

/** The recorder's own slices, and where they lie. */
function placeOwn(
  { recorder, window, end, info }: FinishedWindow,
  { openSlices }: BuildMode,
  tracks: Track[]
): { readonly own: WindowSlices; readonly placed: PlacedSlices } {
  const own = readWindowSlices(recorder.slices, window, end, openSlices);
  const process = { tracks, mainTrack: MAIN_TRACK, pid: info.pid };
  const placed = placeOnTracks(own, recorder, process, window);
  return { own, placed: openSlices === 'cut' ? placed : withoutOpen(placed, own) };
}

/** The recorder's own slices among those of sources, of which some have stacks. */
function mergeContributed(
  own: SliceTable,
  contributions: readonly Contribution[],
  names: ColumnNames
): { readonly merged: MergedSlices; readonly withStacks: readonly SliceWithStack[] } {
  const parts = contributions.map(({ slices = [] }) => columnsOf(slices, names));
  const all = contributions.flatMap(({ columns }, at) =>
    columns ? [columns, parts[at]] : parts[at]
  );
  const merged = mergeSlices(own, all);
  const rowsOf = new Map(merged.parts.map(({ columns, rowOf }) => [columns, rowOf]));
  const withStacks = contributions.flatMap(({ slices = [] }, at) =>
    slices.flatMap(({ stackRow = -1 }, row) => {
      const slice = rowsOf.get(parts[at])?.[row];
      return stackRow < 0 || slice === undefined ? [] : [{ slice, stack: stackRow }];
    })
  );
  return { merged, withStacks };
}

/** The tokens of the recorder's own slices: from the first one, up to and without the other. */
function tokensOf({ firstToken, table }: WindowSlices): { from: number; to: number } {
  return { from: firstToken, to: firstToken + table.length };
}

/** `arg` by rows of the merged table. */
function moved(arg: OwnSliceArg, { rowOf }: MergedSlices): OwnSliceArg {
  return { ...arg, rows: arg.rows.map(row => rowOf[row]) };
}

/** Each part from the first source that delivered it; memory from all sources. */
function sampledParts(contributions: readonly Contribution[]): Partial<SampleParts> {
  const samples = contributions.find(contribution => contribution.samples)?.samples;
  const allocations = mergeByTime(
    'allocations',
    contributions.flatMap(each => each.allocations ?? [])
  );
  const lineTotals = contributions.find(contribution => contribution.lineTotals)?.lineTotals;
  const heapSamples = contributions.find(each => each.heapSamples)?.heapSamples;
  return {
    ...samples,
    ...(lineTotals && { lineTotals }),
    ...(heapSamples && { heapSamples }),
    allocations
  };
}

/** @param keptSlices those of the recorder: what sources add later was never begun and ended one by one */
function buildMeta(
  finished: FinishedWindow,
  keptSlices: number,
  contributions: readonly Contribution[]
): ProfileMeta {
  const { recorder, window, end, info } = finished;
  const { droppedSlices } = window;
  const startUp = startUpOf(contributions);
  const slices = keptSlices + droppedSlices;
  const ofSlices = slices === 0 ? 0 : slices * finished.sliceCostNs(slices);
  const ofSources = contributions.reduce((sum, { overheadNs }) => sum + (overheadNs ?? 0), 0);
  return {
    ...info,
    originNs: window.startTime.toString(),
    durationNs: Number(end.time - window.startTime),
    overheadNs: Math.round(ofSlices + ofSources),
    ...factsOf(contributions),
    ...(startUp && { startUp }),
    truncated: false,
    dropped: {
      slices: droppedSlices,
      instants: recorder.instants.dropped,
      counterValues: recorder.droppedCounterValues,
      args: recorder.args.dropped,
      flows: recorder.droppedFlows
    }
  };
}

/** Each from the first source that has it. */
function factsOf(contributions: readonly Contribution[]): FactParts {
  return { ...NO_FACTS, ...addedFacts(contributions) };
}

function addedFacts(contributions: readonly Contribution[]): Partial<FactParts> {
  return contributions.reduceRight<Partial<FactParts>>(
    (all, { facts }) => ({ ...all, ...facts }),
    {}
  );
}

/** Null where what was recorded is no program that was seen to start. */
function startUpOf(contributions: readonly Contribution[]): StartUp | null {
  const run = contributions.find(each => each.startUpRun)?.startUpRun;
  if (run === undefined) return null;
  const lines = contributions.find(each => each.importingLines)?.importingLines ?? [];
  return { runs: [run], lines: lines.slice(0, START_UP_LIMITS.lines) };
}

const MAIN_TRACK = 1;

function contributionContext(
  given: Omit<ContributionContext, 'mainTrack' | 'slices' | 'rowOfToken' | 'addTrack'>,
  tracks: Track[],
  { table, rowOf }: Pick<PlacedSlices, 'table' | 'rowOf'>
): ContributionContext {
  return {
    ...given,
    mainTrack: MAIN_TRACK,
    slices: table,
    rowOfToken: rowOf,
    addTrack: track => tracks.push(track) - 1
  };
}

interface ArgParts {
  readonly recorder: RecordedData;
  readonly own: WindowSlices;
  readonly rowOfToken: (token: number) => number;
  readonly strings: StringTable;
}

function buildArgs(
  { recorder, own, rowOfToken, strings }: ArgParts,
  contributed: readonly OwnSliceArg[]
): Profile['args'] {
  const builder = new ArgTableBuilder(strings);
  const { firstToken, table, unfinished } = own;
  recorder.args.forEach(firstToken, firstToken + table.length, (token, key, value) => {
    const row = rowOfToken(token);
    if (row >= 0) builder.add(row, key, value);
  });
  for (const row of unfinished) {
    const kept = rowOfToken(firstToken + row);
    if (kept >= 0) builder.add(kept, UNFINISHED_ARG, true);
  }
  for (const { key, rows, values } of contributed) {
    const keyRow = strings.intern(key);
    for (let at = 0; at < rows.length; at++) builder.addNumber(rows[at], keyRow, values[at]);
  }
  return builder.build();
}

/** The rows whose time is within the window: from 0 to its length, in nanoseconds. */
function rowsWithin(time: Float64Array, window: RecordingWindow): [from: number, to: number] {
  const lengthNs = Number((window.end?.time ?? window.startTime) - window.startTime);
  const from = time.findIndex(value => value >= 0);
  const after = time.findIndex(value => value > lengthNs);
  if (from < 0) return [0, 0];
  return [from, after < 0 ? time.length : after];
}

function buildCounters(
  recorder: RecordedData,
  window: RecordingWindow,
  contributions: readonly Contribution[]
): CounterSeries[] {
  const own = recorder.counters.map((log): CounterSeries => {
    const all = log.values.read(0, window.startTime);
    const [from, to] = rowsWithin(all.time, window);
    return {
      ...log.head,
      track: 0,
      time: all.time.slice(from, to),
      value: all.value.slice(from, to)
    };
  });
  return withValues([...own, ...countersOf(contributions)]);
}

function countersOf(contributions: readonly Contribution[]): CounterSeries[] {
  return contributions.flatMap(({ counters }) => counters ?? []);
}

function withValues(counters: readonly CounterSeries[]): CounterSeries[] {
  return counters.filter(series => series.time.length > 0);
}

function buildInstants(
  recorder: RecordedData,
  window: RecordingWindow,
  contributions: readonly Contribution[]
): InstantTable {
  const added = contributions.flatMap(({ instants }) => instants ?? []);
  return mergeByTime('instants', [ownInstants(recorder, window), ...added]);
}

function ownInstants(recorder: RecordedData, window: RecordingWindow): InstantTable {
  const all = recorder.instants.read(0, window.startTime);
  const [from, to] = rowsWithin(all.time, window);
  const time = all.time.slice(from, to);
  const value = all.value.subarray(from, to);
  return {
    length: time.length,
    time,
    label: Uint32Array.from(value, each => each % INSTANT_SCOPE_UNIT),
    track: new Uint16Array(time.length).fill(MAIN_TRACK),
    scope: Uint8Array.from(value, each => Math.floor(each / INSTANT_SCOPE_UNIT))
  };
}

function buildFlows(recorder: RecordedData, rowOfToken: (token: number) => number): FlowTable {
  const rows = recorder.flows
    .map(({ from, to, label }) => ({ from: rowOfToken(from), to: rowOfToken(to), label }))
    .filter(({ from, to }) => from >= 0 && to >= 0);
  return {
    length: rows.length,
    from: Uint32Array.from(rows, ({ from }) => from),
    to: Uint32Array.from(rows, ({ to }) => to),
    label: Uint32Array.from(rows, ({ label }) => label)
  };
}
