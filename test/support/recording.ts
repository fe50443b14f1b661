import { ArgKind, type Profile } from '../../src/model/profile/profile';
import type { Source } from '../../src/record/build/contribution';
import { type RunInfo, buildProfile } from '../../src/record/build/buildProfile';
import type { Recorder } from '../../src/record/recorder';
import type { RecordingWindow } from '../../src/record/slices/recordingWindow';

/** Fixed facts about a run. */
export const runInfo: RunInfo = {
  id: 'test',
  name: 'test',
  status: 'complete',
  startedAtMs: 1_700_000_000_000,
  cpuTimeNs: 0,
  host: 'host',
  pid: 42,
  runtime: 'v20.0.0',
  options: {},
  cell: null
};

/** Ends `window` and returns its profile, with fixed facts about the run. */
export function finishWindow(
  recorder: Recorder,
  window: RecordingWindow,
  sources: readonly Source[] = []
): Profile {
  recorder.endWindow(window);
  const { end } = window;
  if (!end) throw new Error('the window did not end');
  const profile = buildProfile({
    recorder,
    window,
    end,
    sources,
    sliceCostNs: () => 50,
    info: runInfo
  });
  recorder.closeWindow(window);
  return profile;
}

/** The slices of a profile as `name start+duration parent @track`, one a line. */
export function sliceLines(profile: Profile): string[] {
  const { slices, labels, strings, tracks } = profile;
  const nameOf = (row: number) => strings[labels.name[slices.label[row]]];
  return Array.from({ length: slices.length }, (_, row) => {
    const parent = slices.parent[row];
    const cause = parent < 0 ? '-' : nameOf(parent);
    const track = tracks[slices.track[row]].name;
    return `${nameOf(row)} ${slices.start[row]}+${slices.duration[row]} ${cause} @${track}`;
  });
}

/** The slices of a profile as `category/name start+duration @track`, one a line. */
export function categoryLines({ slices, labels, strings, tracks }: Profile): string[] {
  return Array.from({ length: slices.length }, (_, row) => {
    const label = slices.label[row];
    const name = `${strings[labels.category[label]]}/${strings[labels.name[label]]}`;
    const track = tracks[slices.track[row]].name;
    return `${name} ${slices.start[row]}+${slices.duration[row]} @${track}`;
  });
}

/** The arguments of one slice of a profile. */
export function argsOf({ args, strings }: Profile, slice: number): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (let row = 0; row < args.length; row++) {
    if (args.slice[row] !== slice) continue;
    const value = args.value[row];
    const isText = args.kind[row] === ArgKind.string;
    result[strings[args.key[row]]] = isText ? strings[value] : value;
  }
  return result;
}

/** Count, total and self time of each name, kept slices and others together. */
export function totalsOf(
  profile: Profile
): Record<string, { count: number; total: number; self: number }> {
  const result: Record<string, { count: number; total: number; self: number }> = {};
  const { slices, labels, strings, droppedTotals } = profile;
  const entry = (label: number) =>
    (result[strings[labels.name[label]]] ??= { count: 0, total: 0, self: 0 });
  for (let row = 0; row < slices.length; row++) {
    const own = entry(slices.label[row]);
    own.count += 1;
    own.total += slices.duration[row];
    own.self += slices.duration[row];
    const parent = slices.parent[row];
    if (parent >= 0) entry(slices.label[parent]).self -= slices.duration[row];
  }
  for (let row = 0; row < droppedTotals.length; row++) {
    const own = entry(droppedTotals.label[row]);
    own.count += droppedTotals.count[row];
    own.total += droppedTotals.total[row];
    own.self += droppedTotals.self[row];
  }
  return result;
}
