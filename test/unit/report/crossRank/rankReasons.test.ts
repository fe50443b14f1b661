import { describe, expect, it } from 'vitest';
import type { RankTimes } from '../../../../src/report';
import { rankReasons, rankThatHoldsUp } from '../../../../src/report/crossRank/rankReasons';
import {
  holdUpSentence,
  reasonSentenceOf
} from '../../../../src/report/crossRank/crossRankFindings';

const NS_PER_MS = 1e6;

/** Parts in milliseconds. */
function times(rank: number, parts: Partial<Record<keyof RankTimes, number>> = {}): RankTimes {
  const usual = { computingNs: 20, dataWaitNs: 4, gpuWaitNs: 0, communicationNs: 5, freeNs: 1 };
  const all = Object.entries({ ...usual, ...parts }).map(
    ([part, ms]) => [part, ms * NS_PER_MS] as const
  );
  const durationNs = all.reduce((sum, [, ns]) => sum + ns, 0);
  return { ...Object.fromEntries(all), rank, durationNs } as unknown as RankTimes;
}

const usual = [0, 1, 2, 3].map(rank => times(rank));

describe('the reason why a rank is slow', () => {
  it.each([
    ['computing', { computingNs: 32 }],
    ['dataWait', { dataWaitNs: 16 }],
    ['gpuWait', { gpuWaitNs: 12 }],
    ['communication', { communicationNs: 17 }],
    ['free', { freeNs: 13 }]
  ] as const)('is the part that is furthest above the median: %s', (part, parts) => {
    const reason = rankReasons({ rankTimes: [...usual, times(4, parts)] }).get(4);
    expect(reason?.main).toMatchObject({ part, excessNs: 12 * NS_PER_MS });
    expect(reason?.excessNs).toBe(12 * NS_PER_MS);
    expect(reason?.parts).toHaveLength(5);
  });

  it('is none for a rank like the others, and none at all for one rank', () => {
    const rankTimes = [...usual, times(4, { dataWaitNs: 4.1 })];
    expect(rankReasons({ rankTimes }).get(4)?.main).toBeNull();
    expect(rankReasons({ rankTimes: [times(0)] }).size).toBe(0);
  });

  it('has the faster of two ranks as its measure', () => {
    const reasons = rankReasons({ rankTimes: [times(0, { computingNs: 40 }), times(1)] });
    expect(reasons.get(0)?.main).toMatchObject({ part: 'computing', medianNs: 20 * NS_PER_MS });
    expect(reasons.get(1)?.main).toBeNull();
  });

  it('is said with its figures, and with what comes close to it', () => {
    const slow = times(4, { computingNs: 32, dataWaitNs: 8 });
    const reason = rankReasons({ rankTimes: [...usual, slow] }).get(4);
    expect(reason && reasonSentenceOf(reason)).toBe(
      'Why: on average a step of rank 4 has more computing (+12.0 ms: 32.0 ms, median 20.0 ms) ' +
        'and waiting for data (+4.00 ms: 8.00 ms, median 4.00 ms).'
    );
  });
});

describe('the rank that others wait for', () => {
  const waiting = [0, 1, 2].map(rank => times(rank, { communicationNs: 13 }));

  it('is found where all ranks take the same time', () => {
    const held = rankThatHoldsUp({ rankTimes: [...waiting, times(3, { computingNs: 28 })] });
    expect(held).toMatchObject({ rank: 3, excessNs: 0, ownExcessNs: 8 * NS_PER_MS });
    expect(held && holdUpSentence(held)).toBe(
      'The others wait for rank 3: without communication its steps take 8.00 ms longer than the ' +
        'median of the ranks: more computing (+8.00 ms: 28.0 ms, median 20.0 ms).'
    );
  });

  it('is none where nobody waits longer for a slow rank', () => {
    expect(rankThatHoldsUp({ rankTimes: [...usual, times(4, { computingNs: 28 })] })).toBeNull();
    expect(rankThatHoldsUp({ rankTimes: usual })).toBeNull();
    expect(rankThatHoldsUp({ rankTimes: [] })).toBeNull();
  });
});
