import { describe, expect, it } from 'vitest';
import {
  CROSS_RANK_VERSION,
  type CrossRankReport,
  type CrossRankRun,
  type RankFigures,
  crossRankMarkdown,
  crossRankText
} from '../../../../src/report';

function rankFigures(rank: number, given: Partial<RankFigures> = {}): RankFigures {
  return {
    ...{ rank, host: 'node', pid: 100 + rank, cycles: 1, recoveredCycles: 0, phases: 4 },
    ...{ totalNs: 4e6, medianNs: 1e6, maxNs: 1e6, pace: 1, excessNs: 0 },
    ...given
  };
}

function reportOf(
  run: Partial<CrossRankRun>,
  ranksFrom: CrossRankReport['ranksFrom'] = 'recorded'
) {
  const empty = { rankTimes: [], phases: [], stragglers: [], operators: [], rankOperators: [] };
  const first: CrossRankRun = {
    ...{ run: 0, comparedBy: 'step', cycles: 2, phaseCount: 4, memory: [], ...empty },
    ...{ ranks: [rankFigures(0), rankFigures(1)] },
    ...run
  };
  return { version: CROSS_RANK_VERSION, ranksFrom, runs: [first] } as const;
}

describe('the cross-rank report', () => {
  it('says that no rank is slow where none is', () => {
    expect(crossRankText(reportOf({ ranks: [rankFigures(3, { pace: 1.01 }), rankFigures(0)] })))
      .toBe(`2 ranks, 2 cycles, 4 steps.
No rank is slow: the slowest, rank 3, takes 1.01 times the median of the ranks.

Ranks, slowest first
Rank  Host  Process  Steps    Total   Median  Longest  × median  Excess
----  ----  -------  -----  -------  -------  -------  --------  ------
   3  node      103      4  4.00 ms  1.00 ms  1.00 ms      1.01    0 ns
   0  node      100      4  4.00 ms  1.00 ms  1.00 ms      1.00    0 ns
`);
  });

  it('lists a few of many stragglers and of ranks without all steps, and counts the others', () => {
    const ranks = Array.from({ length: 9 }, (_, rank) => rankFigures(8 - rank, { phases: 3 }));
    const late = { phase: 2, durationNs: 3e6, expectedNs: 1e6, excessNs: 2e6 };
    const stragglers = ranks.map(({ rank }) => ({ rank, ...late }));
    const text = crossRankText(reportOf({ ranks, stragglers }));
    expect(text.match(/^Straggler: /gm)).toHaveLength(5);
    expect(text).toContain('\n4 more stragglers.\n');
    expect(text).toContain(
      'Of 4 steps, some ranks lack some: rank 0 has 3, rank 1 has 3, rank 2 has 3, rank 3 has 3, ' +
        'rank 4 has 3 and 4 other ranks.'
    );
  });

  it('names ranks that were cut off', () => {
    const cut = rankFigures(1, { recoveredCycles: 1 });
    const text = crossRankText(reportOf({ ranks: [cut, rankFigures(0)] }));
    expect(text).toContain('Cut off before their end: rank 1.');
  });

  it('shows a rank without steps with dashes', () => {
    const bare = { phases: 0, totalNs: 0, medianNs: null, maxNs: null, pace: null };
    const text = crossRankText(reportOf({ ranks: [rankFigures(0), rankFigures(1, bare)] }));
    expect(text).toMatch(/^ {3}1 {2}node +101 +0 +0 ns +– +– +– +0 ns$/m);
    expect(text).not.toContain('Slowest rank');
  });

  it('says where ranks are not known from the processes', () => {
    expect(crossRankText(reportOf({}, 'mixed'))).toMatch(/^Some recorded no rank: processes are/);
    expect(crossRankMarkdown(reportOf({}, 'names'))).toContain('No process recorded its rank');
  });

  it('heads each of several runs', () => {
    const { runs, ...rest } = reportOf({});
    const text = crossRankText({ ...rest, runs: [...runs, { ...runs[0], run: 1 }] });
    expect(text).toMatch(/^Run 0\n[^]*\nRun 1\n/);
  });

  it('keeps names from being anything but text', () => {
    const name = 'a|b`c`<script>\u001b[2J\n# [x](y)';
    const row = { rank: 0, category: 'operator', name, calls: 1, selfNs: 2e6, medianNs: 1e6 };
    const ranks = [rankFigures(0, { pace: 2, excessNs: 4e6 }), rankFigures(1)];
    const report = reportOf({ ranks, rankOperators: [{ ...row, excessNs: 1e6 }] });
    expect(crossRankText(report)).toContain('a|b`c`<script>\\u001b[2J\\u000a# [x](y)  operator');
    expect(crossRankMarkdown(report)).toContain(
      '| a\\|b\\`c\\`\\<script\\>\\\\u001b\\[2J\\\\u000a\\# \\[x\\](y) | operator |'
    );
  });
});
