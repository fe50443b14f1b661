import { expect, test } from 'vitest';
import { HeapSnapshots } from '../../../../src/sources/heapSnapshots/heapSnapshots';

test('a heap that is too large is refused with its size, and nothing is compared', () => {
  const source = new HeapSnapshots({
    usedHeap: () => 612e6,
    onSnapshot: () => undefined,
    now: () => 0n,
    giveBack: () => true,
    knowsLines: true
  });
  source.start();
  source.stopNow();
  expect(source.contribute()).toEqual({
    report: {
      source: 'heapSnapshots',
      status: 'unavailable',
      message: 'The heap has 612 MB; snapshots are taken up to 256 MB.',
      records: 0
    }
  });
});
