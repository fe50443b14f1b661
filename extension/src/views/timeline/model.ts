import { type TimeWindow, type TrackWait, sliceTitle, trackWaits } from 'kernelscope/analysis';
import {
  type CallStackRows,
  type OverviewDensity,
  SLICE_COLORS,
  callStackRows,
  chosenColors,
  colorOf
} from 'kernelscope/formats';
import { type LaneIndex, buildLaneIndex } from 'kernelscope/layout';
import { type CounterSeries, FrameKind, type Profile, type Track } from 'kernelscope/model';
import { waitTitles, withBlocks } from './withBlocks';
import type { ProfileContent } from '../../shared/content/profileTab';

/** The timeline's model of a content; made once for each. */
export interface TimelineModel {
  /**
   * With the CPU samples of each thread as slices on a track below it, and blocks of its event loop on
   * another one, after all other slices.
   */
  readonly profile: Profile;
  /** The row of `frames` that a label of such slices stands for; -1 for other labels. */
  readonly frameOfLabel: Int32Array;
  /** The titles of labels of waits: the code that waits, and its place. */
  readonly waitTitles: ReadonlyMap<number, string>;
  /** How long async lanes and threads waited, by track. */
  readonly waits: ReadonlyMap<number, TrackWait>;
  /** The number of slices that were recorded. */
  readonly recordedSlices: number;
  readonly index: LaneIndex;
  readonly extent: TimeWindow;
  /** Number of the colour of each label. */
  readonly colors: Uint8Array;
  /** Those that code sets before all others. */
  readonly counters: readonly CounterSeries[];
  /** Which of the tracks inside another come first: those of the user's own code do. */
  readonly rankOf: (track: number) => number;
  /** Highest and lowest value of each counter, 0 included. */
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
  /** Rows of the instants of each track that has some, in order of time. */
  readonly instants: ReadonlyMap<number, Uint32Array>;
  /** Tracks that were busy with slices that are left out. */
  readonly busyTracks: ReadonlySet<number>;
  /** How busy tracks are with the slices that are left out, or null when none is. */
  readonly density: OverviewDensity | null;
}

/** How {@link createTimelineModel} makes a model. */
export interface TimelineModelOptions {
  /** Whether functions in one another that are not the user's own become one slice. */
  readonly isFolded?: boolean;
}

/** Prepares a content for drawing; linear in its size. */
export function createTimelineModel(
  { profile: recorded, density }: Pick<ProfileContent, 'profile' | 'density'>,
  options: TimelineModelOptions = {}
): TimelineModel {
  const stacks = callStackRows(recorded, options);
  const rows = withBlocks(stacks);
  const { newRow, frameOfLabel } = rows;
  const ranks = ranksOf(rows, stacks.profile.tracks.length);
  const profile = { ...rows.profile, tracks: insideThreads(rows.profile.tracks, ranks) };
  const { slices, tracks, instants } = profile;
  const moved = density && { ...density, tracks: density.tracks.map(track => newRow[track]) };
  const counters = profile.counters
    .filter(({ value }) => value.some(each => each !== 0))
    .sort((a, b) => Number(a.kind !== 'set') - Number(b.kind !== 'set'));
  return {
    profile,
    frameOfLabel,
    waitTitles: waitTitles(profile),
    waits: trackWaits(profile),
    recordedSlices: recorded.slices.length,
    index: buildLaneIndex(slices, tracks.length),
    extent: extentOf(profile),
    colors: colorsOf(rows),
    counters,
    rankOf: track => ranks[track],
    ranges: counters.map(({ value }) => ({
      min: value.reduce((least, each) => Math.min(least, each), 0),
      max: value.reduce((most, each) => Math.max(most, each), 0)
    })),
    instants: rowsByTrack(instants.track),
    busyTracks: busyTracksOf(moved),
    density: moved
  };
}

/** Inside a thread its functions come first, what it waited for, and then what its code did not ask for. */
const RANKS = { callStack: 0, other: 1, waiting: 2, block: 3, gc: 4 } as const;

/** `blocks` is the first track of blocks of an event loop. */
function ranksOf({ profile, frameOfLabel }: CallStackRows, blocks: number): Uint8Array {
  const { slices, tracks } = profile;
  const ranks = Uint8Array.from(tracks, ({ kind }, track) => {
    if (track >= blocks) return RANKS.block;
    return kind === 'waiting' || kind === 'gc' ? RANKS[kind] : RANKS.other;
  });
  for (let row = 0; row < slices.length; row++) {
    if (frameOfLabel[slices.label[row]] >= 0) ranks[slices.track[row]] = RANKS.callStack;
  }
  return ranks;
}

/** Call stacks inside their threads, which come right before them. */
function insideThreads(tracks: readonly Track[], ranks: Uint8Array): readonly Track[] {
  return tracks.map((track, row) =>
    ranks[row] === RANKS.callStack ? { ...track, parent: row - 1 } : track
  );
}

/** By name, but for what the program chose a colour for, and functions that are not the user's, which have one for all. */
function colorsOf({ profile, frameOfLabel }: CallStackRows): Uint8Array {
  const { frames, labels, strings } = profile;
  const ofName = (name: number): number => SLICE_COLORS.indexOf(colorOf(strings[name]));
  const chosen = chosenColors(profile);
  return Uint8Array.from(labels.name, (name, label) => {
    const color = chosen.get(label);
    if (color !== undefined) return SLICE_COLORS.indexOf(color);
    const frame = frameOfLabel[label];
    if (frame < 0) return ofName(name);
    const kind = frames.kind[frame];
    if (kind === FrameKind.user) return ofName(frames.name[frame]);
    return SLICE_COLORS.length + (kind === FrameKind.library ? 0 : 1);
  });
}

/** Name of a slice, as its label has it: what is shown is its `sliceTitle`. */
export function nameOfSlice({ strings, labels, slices }: Profile, slice: number): string {
  return strings[labels.name[slices.label[slice]]];
}

/** What a slice is called where it is shown. */
export function titleOfSlice(
  { profile, waitTitles: titles }: Pick<TimelineModel, 'profile' | 'waitTitles'>,
  slice: number
): string {
  return titles.get(profile.slices.label[slice]) ?? sliceTitle(profile, slice);
}

export function categoryOfSlice({ strings, labels, slices }: Profile, slice: number): string {
  return strings[labels.category[slices.label[slice]]];
}

/** Whether call stacks are among the slices. */
export function hasCallStacks({ frameOfLabel }: Pick<TimelineModel, 'frameOfLabel'>): boolean {
  return frameOfLabel.some(frame => frame >= 0);
}

/** Whether there is anything at all that a timeline can draw. */
export function isEmptyModel({ profile, counters }: TimelineModel): boolean {
  return profile.slices.length === 0 && profile.instants.length === 0 && counters.length === 0;
}

function busyTracksOf(density: OverviewDensity | null): Set<number> {
  if (density === null) return new Set();
  const { binCount, busy, count, tracks } = density;
  const isBusy = (_: number, at: number): boolean => {
    const [from, to] = [at * binCount, (at + 1) * binCount];
    return busy.subarray(from, to).some(Boolean) || count.subarray(from, to).some(Boolean);
  };
  return new Set(tracks.filter(isBusy));
}

/** The recorded window, and what reaches beyond it. */
function extentOf({ slices, counters, instants, meta }: Profile): TimeWindow {
  let fromNs = Math.min(0, slices.start[0] ?? 0, instants.time[0] ?? 0);
  let toNs = Math.max(meta.durationNs, instants.time[instants.length - 1] ?? 0);
  for (let row = 0; row < slices.length; row++) {
    const endNs = slices.start[row] + slices.duration[row];
    if (endNs > toNs) toNs = endNs;
  }
  for (const { time } of counters) {
    fromNs = Math.min(fromNs, time[0] ?? 0);
    toNs = Math.max(toNs, time[time.length - 1] ?? 0);
  }
  return { fromNs, toNs: Math.max(toNs, fromNs + 1) };
}

function rowsByTrack(track: Uint16Array): Map<number, Uint32Array> {
  const rows = new Map<number, number[]>();
  track.forEach((each, row) => {
    const known = rows.get(each);
    if (known) known.push(row);
    else rows.set(each, [row]);
  });
  return new Map([...rows].map(([each, list]) => [each, Uint32Array.from(list)]));
}

/** The name of a track where it stands alone: streams of several GPUs have the same names. */
export function trackName({ tracks }: Pick<Profile, 'tracks'>, track: number): string {
  const { kind, name, parent } = tracks[track];
  if (kind !== 'cudaStream' || parent < 0) return name;
  return `${shortDeviceName(tracks[parent].name)} · ${name}`;
}

/** The name of a counter; with several GPUs, that of the GPU as well. */
export function counterTitle(
  { tracks, counters }: Pick<Profile, 'tracks' | 'counters'>,
  { name, track }: CounterSeries
): string {
  const isOfDevice = (row: number): boolean => tracks[row].kind === 'device';
  const isAlone = counters.every(each => !isOfDevice(each.track) || each.track === track);
  return isOfDevice(track) && !isAlone ? `${shortDeviceName(tracks[track].name)} · ${name}` : name;
}

/** `GPU 0` of `GPU 0 (NVIDIA H200)`. */
function shortDeviceName(name: string): string {
  return name.replace(/ \(.*$/, '');
}
