import { runInThisContext } from 'node:vm';
import type { RecordingOptions } from '../../src/engine/arguments/recordingOptions';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { Profile, SourceReport } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';

const QUIET: Partial<RecordingOptions> = {
  cpuIntervalUs: null,
  memoryPeriodMs: null,
  gc: false,
  async: false,
  allocationBytes: 65_536
};

/** Records what a function does. */
export type RecordHeap = (run: () => void, options?: Partial<RecordingOptions>) => Profile;

/** Records functions with samples of the heap alone, with files below `folder`. */
export function heapRecorder(folder: string): RecordHeap {
  const host = new RecordingHost();
  host.configure({ folder });
  return (run, options = {}) => {
    const recording = host.start({ ...QUIET, ...options });
    run();
    const { data } = recording.stop();
    validateProfile(data);
    return data;
  };
}

/** What functions allocated themselves, by name. */
export function byFunction(profile: Profile): Record<string, { bytes: number }> {
  const { heapSamples, stacks, frames, strings } = profile;
  const found: Record<string, { bytes: number }> = {};
  heapSamples.stack.forEach((stack, row) => {
    const name = strings[frames.name[stacks.frame[stack]]];
    found[name] = { bytes: (found[name]?.bytes ?? 0) + heapSamples.bytes[row] };
  });
  return found;
}

/** What functions allocated themselves and is still alive, by name. */
export function aliveByFunction(profile: Profile): ReturnType<typeof byFunction> {
  const { heapSamples } = profile;
  return byFunction({
    ...profile,
    heapSamples: { ...heapSamples, bytes: heapSamples.aliveBytes }
  });
}

/** What the source says of its recording. */
export function reportOf({ sources }: Profile): SourceReport | undefined {
  return sources.find(({ source }) => source === 'allocations');
}

/** Makes garbage of 848 bytes each. */
export const arrays = runInThisContext(
  `(function arrays(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += new Array(100).fill(i)[3];
  return sum;
})`,
  { filename: 'Cell [1]' }
) as (n: number) => number;

/** Makes garbage of 40 bytes each. */
export const points = runInThisContext(
  `(function points(n) {
  let last = null;
  for (let i = 0; i < n; i++) last = { x: i, y: last === null ? 0 : last.x };
  globalThis.kept = last;
})`,
  { filename: 'Cell [2]' }
) as (n: number) => void;

/** Keeps 872 bytes each. */
export const remember = runInThisContext(
  `(function remember(n) {
  for (let i = 0; i < n; i++) {
    const { remembered } = globalThis;
    globalThis.remembered = { row: new Array(100).fill(i), remembered };
  }
})`,
  { filename: 'Cell [3]' }
) as (n: number) => void;

/** Lets go what `remember` keeps. */
export function forget(): void {
  Reflect.deleteProperty(globalThis, 'remembered');
}

/** Options that sample what is still alive. */
export const RETAINED: Partial<RecordingOptions> = { allocationBytes: null, retainedBytes: 65_536 };
