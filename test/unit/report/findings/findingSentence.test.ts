import { expect, it } from 'vitest';
import type { Finding } from '../../../../src/model/output/findings';
import { findingText } from '../../../../src/report';

const MS = 1e6;
const PLACE = { file: 'pool.ts', line: 7 } as const;
const HALF = {
  ...{ share: 0.5, low: null, high: null },
  target: { view: 'timeline', selection: null, window: null }
} as const;
const BUSY = { ...PLACE, function: 'f', timeNs: 500 * MS, unqueuedShare: 0.9 };

it.each<readonly [Finding, string]>([
  [
    { kind: 'hotLine', ...HALF, facts: { ...BUSY, code: 'g();' } },
    'Line pool.ts:7 took 50 % of the time (90 % without waits for a core), in `f()`: `g();`'
  ],
  [
    { kind: 'hotFunction', ...HALF, facts: BUSY },
    'Function `f()` at pool.ts:7 took 50 % of the time (90 % without waits for a core), with what it called in libraries.'
  ],
  [
    {
      kind: 'hotFunction',
      ...HALF,
      facts: { ...BUSY, called: 'cpuUsage', calledShare: 0.8 }
    },
    'Function `f()` at pool.ts:7 took 50 % of the time (90 % without waits for a core), with what it called in libraries; 80 % of that in `cpuUsage()`.'
  ],
  [
    { kind: 'hotFunction', ...HALF, facts: { ...BUSY, function: '(anonymous)' } },
    'An anonymous function at pool.ts:7 took 50 % of the time (90 % without waits for a core), with what it called in libraries.'
  ],
  [
    { kind: 'hotFunction', ...HALF, facts: { ...BUSY, function: '(top level)' } },
    'The top level of pool.ts took 50 % of the time (90 % without waits for a core), with what it called in libraries.'
  ],
  [
    {
      kind: 'waiting',
      ...HALF,
      facts: {
        ...{ ...PLACE, timeNs: 500 * MS, placeNs: 500 * MS, code: 'await f();', endedBy: 'timer' },
        ...{ waits: 50, turns: 50 }
      }
    },
    'The thread waited for 50 % of the time, 100 % of that (500 ms of 500 ms) at pool.ts:7 in 50 waits of 10.0 ms, ' +
      'one after another, for a timer: `await f();`'
  ]
])('a finding is told in words: %j', (finding, text) => {
  expect(findingText(finding)).toBe(text);
});
