import { expect, test } from 'vitest';
import { START_UP, START_UP_LIMITS, type StartUp } from '../../../src/facts/startUp';

const RUN = { pid: 7, fromNs: 0, untilNs: 9e8 };
const LINE = { file: 'main.ts', line: 1, ownNs: 3e8, totalNs: 4e8 };
const KNOWN: StartUp = { runs: [RUN], lines: [LINE] };

const check = (value: unknown): void => START_UP.schema.check(value, 'meta.startUp');

test('a start-up within its limits is accepted', () => {
  expect(() => check(KNOWN)).not.toThrow();
});

test.each([
  [{ runs: [RUN] }, 'lines'],
  [{ runs: [{ ...RUN, untilNs: -1 }], lines: [] }, 'untilNs'],
  [{ runs: [{ ...RUN, fromNs: 2e9 }], lines: [] }, 'untilNs'],
  [{ runs: [{ ...RUN, pid: 1.5 }], lines: [] }, 'pid'],
  [{ runs: [], lines: [{ ...LINE, line: 0 }] }, 'line'],
  [{ runs: [], lines: [{ ...LINE, ownNs: NaN }] }, 'ownNs'],
  [{ runs: Array.from({ length: START_UP_LIMITS.runs + 1 }, () => RUN), lines: [] }, 'at most']
])('one beyond them is refused (%#)', (startUp, problem) => {
  expect(() => check(startUp)).toThrow(problem);
});

test('those of several runs are on one clock, with the sums of their lines', () => {
  expect(
    START_UP.merge([
      { parts: { startUp: KNOWN }, shiftNs: 0, pid: 7 },
      { parts: {}, shiftNs: 5, pid: 9 },
      { parts: { startUp: { runs: [{ ...RUN, pid: 8 }], lines: [LINE] } }, shiftNs: 1e9, pid: 8 }
    ])
  ).toEqual({
    startUp: {
      runs: [RUN, { pid: 8, fromNs: 1e9, untilNs: 1.9e9 }],
      lines: [{ ...LINE, ownNs: 6e8, totalNs: 8e8 }]
    }
  });
  expect(START_UP.merge([{ parts: {}, shiftNs: 0, pid: 7 }])).toEqual({});
});
