import { type TimeWindow, awaitAt, eventLoopBlocks } from 'kernelscope/analysis';
import type { CallStackRows } from 'kernelscope/formats';
import {
  type LabelTable,
  type Profile,
  type SliceTable,
  type Track,
  EVENT_LOOP_CATEGORY,
  WAITING_CATEGORY
} from 'kernelscope/model';

/** The name of rows of blocks, and of each of these. */
const ROW_NAME = 'Event loop';
export const BLOCK_NAME = 'event loop blocked';

interface ThreadBlocks {
  readonly thread: number;
  readonly blocks: readonly TimeWindow[];
}

/**
 * Rows with a track `Event loop` in each thread that kept events waiting, with a slice for each time it
 * did. Both come after all others.
 */
export function withBlocks(rows: CallStackRows): CallStackRows {
  const { profile } = rows;
  const threads = new Set(
    profile.tracks.filter(({ kind }) => kind === 'waiting').map(({ parent }) => parent)
  );
  const found = Array.from(threads, thread => ({
    thread,
    blocks: eventLoopBlocks(profile, thread)
  })).filter(({ blocks }) => blocks.length > 0);
  if (found.length === 0) return rows;
  const label = profile.labels.length;
  const tracks = found.map(({ thread }): Track => {
    return { ...profile.tracks[thread], name: ROW_NAME, kind: 'thread', parent: thread };
  });
  const changed = {
    ...profile,
    strings: [...profile.strings, BLOCK_NAME, EVENT_LOOP_CATEGORY],
    labels: withLabel(profile),
    tracks: [...profile.tracks, ...tracks],
    slices: withSlices(profile, found, label)
  };
  const frameOfLabel = new Int32Array(label + 1).fill(-1);
  frameOfLabel.set(rows.frameOfLabel);
  return { ...rows, profile: changed, frameOfLabel };
}

function withLabel({ labels, strings }: Profile): LabelTable {
  const length = labels.length + 1;
  return {
    length,
    name: longer(labels.name, new Uint32Array(length).fill(strings.length)),
    category: longer(labels.category, new Uint32Array(length).fill(strings.length + 1))
  };
}

function withSlices(
  { slices, tracks }: Profile,
  found: readonly ThreadBlocks[],
  label: number
): SliceTable {
  const length = found.reduce((sum, { blocks }) => sum + blocks.length, slices.length);
  const all: SliceTable = {
    length,
    start: longer(slices.start, new Float64Array(length)),
    duration: longer(slices.duration, new Float64Array(length)),
    label: longer(slices.label, new Uint32Array(length).fill(label)),
    track: longer(slices.track, new Uint16Array(length)),
    parent: longer(slices.parent, new Int32Array(length).fill(-1))
  };
  let row = slices.length;
  found.forEach(({ blocks }, at) => {
    for (const { fromNs, toNs } of blocks) {
      all.start[row] = fromNs;
      all.duration[row] = toNs - fromNs;
      all.track[row++] = tracks.length + at;
    }
  });
  return all;
}

function longer<C extends Float64Array | Uint32Array | Uint16Array | Int32Array>(
  column: C,
  target: C
): C {
  target.set(column);
  return target;
}

/** The place of a wait: its file, and its one-based line. */
interface WaitPlace {
  readonly file: string;
  readonly line: number;
}

/** The place that the name of a wait has, or null where it is not known. */
export function waitPlace(name: string): WaitPlace | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(name) ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}

/** The titles of labels of waits: the code that waits, and its place. */
export function waitTitles(profile: Profile): ReadonlyMap<number, string> {
  const { labels, strings } = profile;
  const category = strings.indexOf(WAITING_CATEGORY);
  const titles = new Map<number, string>();
  if (category < 0) return titles;
  labels.category.forEach((each, label) => {
    const name = strings[labels.name[label]];
    const place = each === category ? waitPlace(name) : null;
    const code = place === null ? '' : awaitAt(profile, place.file, place.line);
    if (code !== '') titles.set(label, `${code} · ${name}`);
  });
  return titles;
}
