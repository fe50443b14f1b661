import { RUNNING_ARG } from '../../src/model/profile/argKeys';
import type { Profile } from '../../src/model/profile/profile';
import { type DrawOptions, drawProfile } from './drawProfile';

/** A drawing whose lane `async` has slices that ran for so many nanoseconds, by name. */
export function withRunning(
  drawing: string,
  running: Readonly<Record<string, number>>,
  options: DrawOptions = {}
): Profile {
  const profile = drawProfile(drawing, options);
  const strings = [...profile.strings, RUNNING_ARG];
  const rows = Array.from({ length: profile.slices.length }, (_, row) => row).filter(
    row => nameOf(profile, row) in running
  );
  const lanes = profile.tracks.map(track =>
    track.name === 'async' ? { ...track, kind: 'asyncLane' as const } : track
  );
  const parent = profile.slices.parent.map((_, row) => {
    const outer = Array.from({ length: row }, (__, each) => row - 1 - each);
    return outer.find(each => isInside(profile, row, each)) ?? -1;
  });
  return {
    ...profile,
    strings,
    tracks: lanes,
    slices: { ...profile.slices, parent },
    args: {
      length: rows.length,
      slice: Uint32Array.from(rows),
      key: new Uint32Array(rows.length).fill(strings.length - 1),
      kind: new Uint8Array(rows.length),
      value: Float64Array.from(rows, row => running[nameOf(profile, row)])
    }
  };
}

function nameOf({ slices, labels, strings }: Profile, row: number): string {
  return strings[labels.name[slices.label[row]]];
}

function isInside({ slices }: Profile, inner: number, outer: number): boolean {
  const endOf = (row: number) => slices.start[row] + slices.duration[row];
  return slices.start[outer] <= slices.start[inner] && endOf(inner) <= endOf(outer);
}
