import { expect, test } from 'vitest';
import { LanesByEnd } from '../../../../src/record/build/asyncLanes';
import { seededRandom } from '../../../support/random';

test('the lane found is the one that ends last before a time, however ends have moved', () => {
  const random = seededRandom(3);
  const lanes = new LanesByEnd();
  const ends = new Map<number, number>();
  expect(lanes.latestBefore(5)).toBe(-1);
  for (let step = 0; step < 3000; step++) {
    const [lane, end] = [Math.floor(random() * 40), Math.floor(random() * 100)];
    lanes.set(lane, end);
    ends.set(lane, end);
    const time = Math.floor(random() * 110);
    const found = lanes.latestBefore(time);
    const before = [...ends.values()].filter(each => each < time);
    expect(found < 0 ? undefined : ends.get(found)).toBe(
      before.length === 0 ? undefined : Math.max(...before)
    );
  }
});
