import type { Profile } from '../../model/profile/profile';
import { isThreadRow } from './chromeRows';

/**
 * The parts of `profile` that `encodeChromeTrace` leaves out, one phrase per kind with its number, such
 * as `200 CPU samples`; empty if nothing is lost. Show it wherever a person requests that format.
 */
export function chromeTraceLosses(profile: Profile): readonly string[] {
  const { samples, flows, counters, slices, tracks, allocations, heapSamples } = profile;
  const isOnThread = (slice: number): boolean => isThreadRow(tracks[slices.track[slice]].kind);
  let lostFlows = 0;
  for (let flow = 0; flow < flows.length; flow++) {
    if (!isOnThread(flows.from[flow]) || !isOnThread(flows.to[flow])) lostFlows++;
  }
  const lostValues = counters.reduce(
    (sum, { value }) => sum + value.filter(one => !Number.isFinite(one)).length,
    0
  );
  const losses: readonly (readonly [count: number, one: string, many: string])[] = [
    [samples.length, 'CPU sample', 'CPU samples'],
    [allocations.length, 'allocation', 'allocations'],
    [heapSamples.length, 'stack that allocated', 'stacks that allocated'],
    [profile.sliceStacks.length, 'stack of a slice', 'stacks of slices'],
    [lostFlows, 'flow of an async lane', 'flows of async lanes'],
    [lostValues, 'counter value that is not finite', 'counter values that are not finite']
  ];
  return losses
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
}
