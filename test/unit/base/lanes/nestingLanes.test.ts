import { expect, it } from 'vitest';
import { NestingLanes, NONE_OPEN } from '../../../../src/base/lanes/nestingLanes';

/** The lane of each stretch and the number of the one around it. */
function placed(stretches: readonly (readonly [start: number, end: number])[]): number[][] {
  const lanes = new NestingLanes();
  return stretches.map(([start, end], number) => {
    const lane = lanes.place(number, start, end);
    return [lane, lanes.around];
  });
}

it('have stretches within others and apart from them on the first lane', () => {
  expect(
    placed([
      [0, 10],
      [1, 4],
      [4, 10],
      [10, 12]
    ])
  ).toEqual([
    [0, NONE_OPEN],
    [0, 0],
    [0, 0],
    [0, NONE_OPEN]
  ]);
});

it('have what overlaps another in part on the first lane that is free', () => {
  expect(
    placed([
      [0, 10],
      [5, 15],
      [6, 14],
      [7, 20],
      [10, 12]
    ])
  ).toEqual([
    [0, NONE_OPEN],
    [1, NONE_OPEN],
    [1, 1],
    [2, NONE_OPEN],
    [0, NONE_OPEN]
  ]);
});

it('are not without end: what finds no lane of its own shares the last one', () => {
  const lanes = new NestingLanes();
  for (let number = 0; number < 1000; number++) lanes.place(number, number, 1000 + number);
  expect(lanes.length).toBe(128);
});
