import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { MinHeap } from '../../../../src/base/lanes/minHeap';

test('gives values in order of their keys, also while more are added', () => {
  assert(
    property(array(integer({ min: -1, max: 50 })), keys => {
      const heap = new MinHeap();
      let model: number[] = [];
      for (const key of keys) {
        if (key >= 0) {
          heap.push(key * 2, key);
          model = [...model, key].sort((a, b) => a - b);
        } else if (model.length > 0) {
          expect(heap.leastKey).toBe(model[0]);
          expect(heap.pop()).toBe(model[0] * 2);
          model = model.slice(1);
        }
        expect(heap.length).toBe(model.length);
      }
      expect(Array.from(model, () => heap.pop())).toEqual(model.map(key => key * 2));
    })
  );
});
