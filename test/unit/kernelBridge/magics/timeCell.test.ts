import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatSpan, timeitText, timeText } from '../../../../kernel-bridge/src/magics/timeCell';

/** Written by IPython itself: see `make.py` beside it. */
const golden = JSON.parse(
  readFileSync(new URL('../../../golden/ipython/times.json', import.meta.url), 'utf8')
) as {
  readonly spans: readonly (readonly [seconds: number, text: string])[];
  readonly timeit: readonly {
    readonly loops: number;
    readonly runs: readonly number[];
    readonly text: string;
  }[];
};

const inNs = (seconds: number): number => seconds * 1e9;

/** Text without the warning that `%timeit` prints above the result. */
const resultOf = (text: string): string => text.split('\n').at(-1)!;

describe('formatSpan', () => {
  it('words spans to the letter as IPython does', () => {
    expect(golden.spans.length).toBeGreaterThan(500);
    expect(golden.spans.map(([seconds]) => [seconds, formatSpan(seconds)])).toEqual(golden.spans);
  });
});

describe('timeitText', () => {
  it('words results to the letter as IPython does', () => {
    const texts = golden.timeit.map(({ loops, runs }) =>
      resultOf(timeitText({ loops, runsNs: runs.map(inNs) }))
    );
    expect(texts).toEqual(golden.timeit.map(({ text }) => text));
  });

  it('warns when the slowest run took more than four times as long as the fastest', () => {
    const warning =
      'The slowest run took 5.00 times longer than the fastest. ' +
      'This could mean that an intermediate result is being cached.\n';
    expect(timeitText({ loops: 1, runsNs: [1e6, 5e6] })).toContain(warning);
    expect(timeitText({ loops: 1, runsNs: [1e6, 4e6] })).not.toContain('\n');
    expect(timeitText({ loops: 1, runsNs: [100, 900] })).not.toContain('\n');
  });
});

describe('timeText', () => {
  const times = { wallNs: 13_200_000, userNs: 12_000_000, systemNs: 1_000_000 };

  it('tells user, system and wall time', () => {
    expect(timeText(times, 'linux')).toBe(
      'CPU times: user 12 ms, sys: 1 ms, total: 13 ms\nWall time: 13.2 ms'
    );
  });

  it('tells only their total on Windows, as IPython does', () => {
    expect(timeText(times, 'win32')).toBe('CPU times: total: 13 ms\nWall time: 13.2 ms');
  });
});
