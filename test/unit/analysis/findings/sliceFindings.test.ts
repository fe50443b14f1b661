import { describe, expect, it } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import type { FindingKind } from '../../../../src/model/output/findings';
import type { CounterSeries } from '../../../../src/model/profile/profile';
import { drawProfile } from '../../../support/drawProfile';

const kindsOf = (drawing: string): FindingKind[] =>
  profileFindings(drawProfile(drawing, { nsPerColumn: 1e6 })).findings.map(({ kind }) => kind);

describe('findings about ranges and operators', () => {
  it('name runs that become longer, and a run that is far longer than the others', () => {
    const rising = Array.from({ length: 12 }, (_, run) => `[s${' '.repeat(run + 1)}]`).join('');
    expect(kindsOf(`main |${rising}`)).toContain('grew');
    const odd = Array.from({ length: 12 }, (_, run) => `[s${' '.repeat(run === 5 ? 40 : 1)}]`);
    const drawn = drawProfile(`main |${odd.join('')}`, { nsPerColumn: 1e6 });
    const found = profileFindings(drawn).findings.find(({ kind }) => kind === 'outliers');
    expect(found?.facts).toMatchObject({ name: 's', count: 12, outliers: 1, run: 6 });
    const steady = Array.from({ length: 12 }, () => '[s ]').join('');
    expect(kindsOf(`main |${steady}`)).toEqual([]);
  });

  it('name no runs for the time that they waited for a core', () => {
    const kindsBeside = (columns: readonly number[], waits: readonly number[]): string[] => {
      const bars = columns.map(each => `[s${' '.repeat(each)}]`);
      const ends = bars.map((_, run) => bars.slice(0, run + 1).join('').length);
      const drawn = drawProfile(`main |${bars.join('')}`, { nsPerColumn: 1e6 });
      const counter: CounterSeries = {
        ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: drawn.slices.track[0] },
        time: Float64Array.from(ends, (at, run) => (at - waits[run]) * 1e6),
        value: Float64Array.from(waits, ms => ms * 1e6)
      };
      const profile = { ...drawn, counters: [counter] };
      return profileFindings(profile).findings.map(({ kind }) => kind);
    };
    const rising = Array.from({ length: 12 }, (_, run) => run + 1);
    const odd = Array.from({ length: 12 }, (_, run) => (run === 5 ? 40 : 1));
    const none = new Array<number>(12).fill(0);
    const most = (columns: readonly number[]) => columns.map(each => each - 1);
    expect(kindsBeside(rising, none)).toContain('grew');
    expect(kindsBeside(rising, most(rising))).toEqual(['busyMachine']);
    expect(kindsBeside(odd, none)).toContain('outliers');
    expect(kindsBeside(odd, most(odd))).not.toContain('outliers');
    // equal by the clock, slower without the waits
    const equal = new Array<number>(12).fill(12);
    expect(kindsBeside(equal, [...rising].reverse())).toContain('grew');
  });

  it('name no runs that waited in a queue, but those that overlap and become longer', () => {
    const runs = Array.from({ length: 12 }, (_, run) => run);
    const drawn = (begin: (run: number) => number, end: (run: number) => number): string =>
      runs
        .map(run => `t${run} |${' '.repeat(begin(run))}[s${' '.repeat(end(run) - begin(run))}]`)
        .join('\n');
    // all begin together, and each takes as long as the others when it is its turn
    expect(
      kindsOf(
        drawn(
          () => 0,
          run => 5 * run + 5
        )
      )
    ).not.toContain('grew');
    // first one by one, then together
    const together = (run: number): number => 5 * Math.min(run, 6);
    expect(kindsOf(drawn(together, run => 5 * run + 5))).not.toContain('grew');
    // two at a time, each longer than the one before
    const ends = runs.map(run => 4 + run * (run + 3));
    expect(
      kindsOf(
        drawn(
          run => ends[run - 2] ?? 0,
          run => ends[run]
        )
      )
    ).toContain('grew');
  });

  it('name what dominates by the time for which it had a core', () => {
    const drawn = drawProfile(`main |[s${' '.repeat(60)}]${'[b  ]'.repeat(9)}`, {
      nsPerColumn: 1e6
    });
    const namesBeside = (waits: readonly (readonly [at: number, ms: number])[]): string[] => {
      const counter: CounterSeries = {
        ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: drawn.slices.track[0] },
        time: Float64Array.from(waits, ([at]) => at * 1e6),
        value: Float64Array.from(waits, ([, ms]) => ms * 1e6)
      };
      const { findings } = profileFindings({ ...drawn, counters: [counter] });
      return findings.flatMap(({ kind, facts }) => (kind === 'dominates' ? [facts.name] : []));
    };
    expect(namesBeside([])).toEqual(['s']);
    expect(namesBeside([[1, 56]])).toEqual(['b']);
    expect(
      namesBeside([
        [1, 20],
        [45, 30]
      ])
    ).toEqual(['s']);
  });
});
