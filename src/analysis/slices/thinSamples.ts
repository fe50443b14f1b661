import type { SampleTable } from '../../model/profile/profile';

/**
 * One sample of every `step` on each track, with the time of all of them; in order of time. The times
 * of all samples together, and those of each track, stay the same.
 */
export function thinSamples(samples: SampleTable, step: number): SampleTable {
  const { time, weight, stack, track } = samples;
  const kept: number[] = [];
  const weights: number[] = [];
  const last = new Map<number, { at: number; seen: number }>();
  for (let row = 0; row < samples.length; row++) {
    const before = last.get(track[row]);
    if (before && before.seen < step) {
      before.seen++;
      weights[before.at] += weight[row];
      continue;
    }
    last.set(track[row], { at: weights.length, seen: 1 });
    kept.push(row);
    weights.push(weight[row]);
  }
  return {
    length: kept.length,
    time: Float64Array.from(kept, row => time[row]),
    weight: Float64Array.from(weights),
    stack: Int32Array.from(kept, row => stack[row]),
    track: Uint16Array.from(kept, row => track[row])
  };
}
