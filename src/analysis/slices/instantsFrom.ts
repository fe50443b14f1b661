import type { InstantTable } from '../../model/profile/profile';

/** The instants from a row on; shares their memory. */
export function instantsFrom(instants: InstantTable, from: number): InstantTable {
  return {
    length: instants.length - from,
    time: instants.time.subarray(from),
    label: instants.label.subarray(from),
    track: instants.track.subarray(from),
    scope: instants.scope.subarray(from)
  };
}
