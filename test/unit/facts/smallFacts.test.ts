import { expect, test } from 'vitest';
import { eachGpuOnce, GPUS, MAX_GPUS } from '../../../src/facts/gpus';
import { CPU_INTERVALS, intervalAt } from '../../../src/facts/cpuIntervals';
import { HELD_MEMORY } from '../../../src/facts/heldMemory';
import { HELPER_CPU } from '../../../src/facts/helperCpuNs';
import { FACTS, NO_FACTS } from '../../../src/facts/table';
import { h200 } from '../../support/h200';

const run = <Parts>(parts: Parts, pid = 1) => ({ parts, pid, shiftNs: 0 });

const held = (heapBytes: number) => ({ heldMemory: { heapBytes, arrayBufferBytes: 0 } });

test('the memory that is held is what the first process held after its last run', () => {
  expect(HELD_MEMORY.merge([run(held(1)), run(held(2)), run(held(3), 2)])).toEqual(held(2));
  expect(HELD_MEMORY.merge([run(held(1)), run({})])).toEqual({});
  expect(HELD_MEMORY.merge([run({}), run(held(3), 2)])).toEqual({});
});

test('the CPU time of helper threads is the sum of those that are known', () => {
  const merged = HELPER_CPU.merge([run({ helperCpuNs: 3 }), run({}), run({ helperCpuNs: 0 })]);
  expect(merged).toEqual({ helperCpuNs: 3 });
  expect(HELPER_CPU.merge([run({})])).toEqual({});
});

test('the intervals of runs are those of each, from when on it had them in the whole', () => {
  const at = (pid: number, fromNs: number, intervalNs: number) => ({ pid, fromNs, intervalNs });
  const first = { cpuIntervals: [at(1, 0, 10), at(1, 50, 20)] };
  const second = { cpuIntervals: [at(2, 0, 5)] };
  const third = { cpuIntervals: [at(1, 0, 10)] };
  const runs = [run(first), { ...run(second, 2), shiftNs: 30 }, { ...run(third), shiftNs: 90 }];
  const merged = CPU_INTERVALS.merge([...runs, run({})]);
  expect(merged).toEqual({
    cpuIntervals: [at(1, 0, 10), at(2, 30, 5), at(1, 50, 20), at(1, 90, 10)]
  });
  expect(CPU_INTERVALS.merge([run({})])).toEqual({});
  const intervalNs = intervalAt(merged, 1, 7);
  expect([0, 49, 50, 89, 90, Infinity].map(intervalNs)).toEqual([10, 10, 20, 20, 10, 10]);
  expect(intervalAt(merged, 2, 7)(Infinity)).toBe(5);
  expect(intervalAt({}, 1, 7)(0)).toBe(7);
});

test('each GPU is described once, by number, as it was first, within the limits', () => {
  const many = Array.from({ length: MAX_GPUS + 2 }, (_, at) => h200(MAX_GPUS + 1 - at));
  expect(eachGpuOnce(many).map(({ device }) => device)).toEqual([...Array(MAX_GPUS).keys()]);
  const other = { ...h200(1), name: 'other' };
  expect(GPUS.merge([run({ gpus: [h200(1)] }), run({ gpus: [other, h200(0)] })])).toEqual({
    gpus: [h200(0), h200(1)]
  });
});

test.each([
  [{ uuid: undefined }, null],
  [{ uuid: 7 }, 'meta.gpus row 0, uuid, is missing or not text'],
  [{ name: undefined }, 'meta.gpus row 0, name, is missing or not text'],
  [{ device: 0.5 }, 'meta.gpus row 0, device, is 0.5, not a whole number'],
  [{ l2Bytes: -1 }, 'meta.gpus row 0, l2Bytes, is -1, not a number']
])('a GPU whose UUID alone may be absent is checked (%#)', (wrong, problem) => {
  const check = (): void => GPUS.schema.check([{ ...h200(), ...wrong }], 'meta.gpus');
  if (problem === null) expect(check).not.toThrow();
  else expect(check).toThrow(problem);
});

test('where nothing was recorded, there are the parts that are always there', () => {
  const always = FACTS.filter(({ isAlwaysThere }) => isAlwaysThere).map(({ name }) => name);
  expect(Object.keys(NO_FACTS)).toEqual(always);
});
