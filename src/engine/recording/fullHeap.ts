import { intrinsics } from '../../base/intrinsics/intrinsics';
import { formatBytes } from '../../base/text';
import type { Profile } from '../../model/profile/profile';
import { OUT_OF_MEMORY, type SourceReport } from '../../model/profile/sourceReport';
import { hiddenFromHooks } from '../../sources/process/nodeInternals';
import { answerTo } from '../../sources/process/threadAnswers';
import { grownText, type HeapSpaces, heapSpaces } from '../../sources/v8/heap/heapSpaces';

/** The end of a thread or process by a heap that is full. */
export interface FullHeap {
  /** What ended, such as `the program`. */
  readonly what: string;
  /** The limit of its heap, bytes; null where it did not end so. */
  readonly limitBytes: number | null;
  /** Its spaces when the recording began. */
  readonly before: HeapSpaces;
}

/**
 * A profile with the reason why its thread or process ended, where V8 or Node ended that because its heap had reached
 * its limit; the profile itself where it did not. Called on that thread. Where nobody sampled who allocated, it says so,
 * and which spaces of the heap have grown.
 */
export function withFullHeap(profile: Profile, { what, limitBytes, before }: FullHeap): Profile {
  if (limitBytes === null) return profile;
  const ending = `${what} ${OUT_OF_MEMORY}: its heap of ${formatBytes(limitBytes)} was full`;
  const isSampled = profile.heapSamples.length > 0;
  const grown = isSampled ? '' : grownText(before, heapSpaces());
  const message = grown === '' ? `${ending}.` : `${ending}; since the start grew ${grown}.`;
  const sources: SourceReport[] = [{ source: 'memory', status: 'partial', message, records: 0 }];
  if (!isSampled) {
    sources.push({ source: 'allocations', status: 'unavailable', message: UNSAMPLED, records: 0 });
  }
  return { ...profile, sources: [...profile.sources, ...sources] };
}

const UNSAMPLED = 'who allocated is not known: record it with --allocations.';

/**
 * Has this thread call `act` with the limit of its heap in bytes when that is full, before V8 ends it. False where there
 * is no addon for that.
 */
export function onFullHeap(act: (limitBytes: number) => void): boolean {
  return answerTo('save', limitBytes => {
    if (limitBytes !== null) intrinsics.aside(() => hiddenFromHooks(() => act(limitBytes)));
  });
}
