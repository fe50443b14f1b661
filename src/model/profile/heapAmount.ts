import type { Profile } from './profile';

/** What heap samples count: everything that was allocated, or what is still alive at the end. */
export type HeapAmount = 'allocated' | 'alive';

/** The amounts that a profile has heap samples of, in the order of the type. */
export function heapAmounts({ heapSamples }: Pick<Profile, 'heapSamples'>): HeapAmount[] {
  const { bytes, aliveBytes } = heapSamples;
  return [
    ...(bytes.some(value => value > 0) ? (['allocated'] as const) : []),
    ...(aliveBytes.some(value => value > 0) ? (['alive'] as const) : [])
  ];
}
