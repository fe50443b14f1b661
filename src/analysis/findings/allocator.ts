import { heapFunctions } from '../statistics/heapFunctions';
import type { FindingContext, RankedFinding } from './findingContext';

/** Less is not worth a sentence, bytes. */
const MIN_BYTES = 10_000_000;

/** A function with a smaller share of all that was allocated does not stand out. */
const MIN_SHARE = 0.4;

/** Allocations are only sampled on request, so this ranks above most findings. */
const WEIGHT = 0.6;

/** The function of the user's own code that allocated most of all, where allocations were sampled. */
export function allocator({ profile }: FindingContext): readonly RankedFinding[] {
  const functions = heapFunctions(profile);
  const allBytes = functions.reduce((sum, { allocatedBytes }) => sum + allocatedBytes, 0);
  const most = functions
    .filter(({ isOwn }) => isOwn)
    .reduce((a, b) => (b.allocatedBytes > a.allocatedBytes ? b : a), NOBODY);
  const { name, file, line, allocatedBytes, allocatedErrorBytes } = most;
  const leastBytes = allocatedBytes - allocatedErrorBytes;
  if (leastBytes < MIN_BYTES || allocatedBytes < MIN_SHARE * allBytes) return [];
  const finding = {
    kind: 'allocations',
    share: null,
    low: null,
    high: null,
    facts: {
      ...{ function: name, file, line, allBytes },
      ...{ allocatedBytes, errorBytes: allocatedErrorBytes }
    },
    target: { view: 'memory', selection: null, window: null }
  } as const;
  return [{ finding, weight: WEIGHT }];
}

const NOBODY = { name: '', file: '', line: 0, allocatedBytes: 0, allocatedErrorBytes: 0 };
