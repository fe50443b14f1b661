import { enclosingSlices } from '../../src/analysis/slices/nesting';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import type { Profile } from '../../src/model/profile/profile';

/** A profile without the slices of some rows, which are in its totals instead, as a recorder drops them. */
export function dropping(profile: Profile, isDropped: (row: number) => boolean): Profile {
  const builder = new ProfileBuilder();
  for (const track of profile.tracks) builder.addTrack(track);
  const { slices, labels, strings, meta } = profile;
  const sums = new Map<number, { total: number; self: number; all: number[] }>();
  const sumOf = (row: number) => {
    const label = builder.label(...nameOf(row));
    const known = sums.get(label) ?? { total: 0, self: 0, all: [] };
    sums.set(label, known);
    return known;
  };
  const nameOf = (row: number): [name: string, category: string] => {
    const label = slices.label[row];
    return [strings[labels.name[label]], strings[labels.category[label]]];
  };
  const enclosing = enclosingSlices(slices, profile.tracks.length);
  for (let row = 0; row < slices.length; row++) {
    const [start, duration, track] = [slices.start[row], slices.duration[row], slices.track[row]];
    const [name, category] = nameOf(row);
    const outer = enclosing[row];
    if (!isDropped(row)) builder.addSlice({ name, category, start, duration, track });
    if (outer >= 0 && (isDropped(row) || isDropped(outer))) sumOf(outer).self -= duration;
    if (!isDropped(row)) continue;
    const sum = sumOf(row);
    sum.total += duration;
    sum.self += duration;
    sum.all.push(duration);
  }
  const rows = [...sums];
  const column = (value: (sum: (typeof rows)[0][1]) => number): Float64Array =>
    Float64Array.from(rows, ([, sum]) => value(sum));
  const droppedTotals = {
    length: rows.length,
    label: Uint32Array.from(rows, ([label]) => label),
    count: column(({ all }) => all.length),
    total: column(({ total }) => total),
    self: column(({ self }) => self),
    min: column(({ all }) => (all.length > 0 ? Math.min(...all) : 0)),
    max: column(({ all }) => Math.max(0, ...all))
  };
  const dropped = rows.reduce((sum, [, { all }]) => sum + all.length, 0);
  return builder.build(
    { ...meta, dropped: { ...meta.dropped, slices: dropped } },
    { droppedTotals }
  );
}
