import { expect, test } from 'vitest';
import { mergeStartUps } from '../../../../src/model/merge/mergeStartUps';
import { START_UP_LIMITS } from '../../../../src/model/profile/startUp';
import type { StartUp } from '../../../../src/model/profile/startUp';
import { checkStartUp } from '../../../../src/model/validate/validateStartUp';

const RUN = { pid: 7, fromNs: 0, untilNs: 9e8 };
const LINE = { file: 'main.ts', line: 1, ownNs: 3e8, totalNs: 4e8 };
const START_UP: StartUp = { runs: [RUN], lines: [LINE] };

test('a start-up within its limits is accepted', () => {
  expect(() => checkStartUp(START_UP)).not.toThrow();
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
  expect(() => checkStartUp(startUp)).toThrow(problem);
});

test('those of several runs are on one clock, with the sums of their lines', () => {
  expect(
    mergeStartUps([
      { meta: { startUp: START_UP }, shiftNs: 0 },
      { meta: {}, shiftNs: 5 },
      { meta: { startUp: { runs: [{ ...RUN, pid: 8 }], lines: [LINE] } }, shiftNs: 1e9 }
    ])
  ).toEqual({
    startUp: {
      runs: [RUN, { pid: 8, fromNs: 1e9, untilNs: 1.9e9 }],
      lines: [{ ...LINE, ownNs: 6e8, totalNs: 8e8 }]
    }
  });
  expect(mergeStartUps([{ meta: {}, shiftNs: 0 }])).toEqual({});
});
