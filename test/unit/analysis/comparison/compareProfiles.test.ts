import { describe, expect, it } from 'vitest';
import { changeOf } from '../../../../src/analysis/comparison/comparedRows';
import { verdictOf, wholeChange } from '../../../../src/analysis/comparison/verdict';
import { BY_CHANCE, comparisonOf, ONCE, REPEATED } from '../../../support/comparedProfiles';

const MS = 1e6;

/** Bounds of the interval, which reach no further than the ratios of single runs do. */
const [LOW, HIGH] = [-0.4, -0.3];

describe('the comparison of two repeated cells', () => {
  const comparison = comparisonOf(...REPEATED);
  const { whole, rows } = comparison;

  it('has the median time of a run before and after', () => {
    expect(whole.beforeNs).toBeCloseTo(120.5 * MS, 3);
    expect(whole.afterNs).toBeCloseTo(77.5 * MS, 3);
    expect(wholeChange(whole)).toBeCloseTo(77.5 / 120.5 - 1, 12);
  });

  it('is sure of a change whose interval leaves out 0', () => {
    expect(verdictOf(whole)).toBe('faster');
    expect(whole.low).toBeGreaterThan(LOW);
    expect(whole.high).toBeLessThan(HIGH);
    const change = wholeChange(whole)!;
    expect(whole.low! < change && change < whole.high!).toBe(true);
  });

  it('has the repetitions of both, for a picture of their spread', () => {
    expect(comparison.before.runs).toBe(8);
    expect(comparison.after.repetitionsNs.map(ns => ns / MS)).toEqual(REPEATED[1].runs);
  });

  it('has the greatest change first, with its interval, and leaves repetitions out', () => {
    expect(rows.map(({ name }) => name)).toEqual(['count', 'render', 'report', 'sort']);
    expect(changeOf(rows[0])).toBeCloseTo((0.6 * 77.5 - 0.8 * 120.75) * MS, 3);
    expect(rows[0].low! < changeOf(rows[0]) && changeOf(rows[0]) < rows[0].high!).toBe(true);
  });

  it('knows a name of only one of them', () => {
    const valuesOf = (name: string): readonly (number | null)[] => {
      const row = rows.find(each => each.name === name);
      return [row?.before ?? null, row?.after ?? null].map(ns => ns && Math.round(ns));
    };
    expect(valuesOf('render')).toEqual([null, 15.5 * MS]);
    expect(valuesOf('report')).toEqual([2.415 * MS, null]);
  });

  it('has memory apart from times', () => {
    expect(comparison.counters).toMatchObject([
      { kind: 'counter', name: 'rss', before: 110e6, after: 98e6, low: null }
    ]);
  });
});

/** Runs of 10 ms that other programs made longer. */
const queuedRuns = (name: string, queued: readonly number[]) => {
  const runs = queued.map((queue, run) => 10 + (run % 3) / 10 + queue);
  return { name, runs, queued };
};

const QUIET = queuedRuns('quiet', [0, 0.1, 0, 0.2, 0.1, 0, 0.1, 0.2]);
const BUSY = queuedRuns('busy', [14, 15, 16, 15, 14, 16, 15, 14]);

describe('the verdict on a busy machine', () => {
  const { whole } = comparisonOf(QUIET, BUSY);

  it('is not decided by waits for a processor', () => {
    expect(whole.low).toBeGreaterThan(1);
    expect(whole.running?.beforeNs).toBeCloseTo(10.1 * MS, 0);
    expect(whole.running?.afterNs).toBeCloseTo(10.1 * MS, 0);
    expect(verdictOf(whole)).toBe('chance');
  });

  it('stands if the code is slower without them, too', () => {
    const slower = { ...BUSY, runs: BUSY.runs.map(run => run + 5) };
    expect(verdictOf(comparisonOf(QUIET, slower).whole)).toBe('slower');
  });

  it('does not mention waits that are short, or not known', () => {
    expect(comparisonOf(QUIET, QUIET).whole.running).toBeUndefined();
    expect(comparisonOf({ ...QUIET, queued: undefined }, BUSY).whole.running).toBeUndefined();
  });
});

describe('the verdict', () => {
  it('is that a change may be chance where its interval has 0 within it', () => {
    expect(verdictOf(comparisonOf(...BY_CHANCE).whole)).toBe('chance');
  });

  it.each([0, 3])('is not that of a run that was cold: run %i of five', cold => {
    const runs = [10, 10.1, 9.9, 10.2, 10];
    const before = { name: 'before', runs: runs.map((run, at) => (at === cold ? 40 * run : run)) };
    const { whole } = comparisonOf(before, { name: 'after', runs: runs.map(run => 0.7 * run) });
    expect(verdictOf(whole)).toBe('faster');
    expect(whole.low).toBeGreaterThan(-0.4);
    expect(whole.high).toBeLessThan(-0.2);
  });

  it('is open where either cell ran once', () => {
    expect(verdictOf(comparisonOf(...ONCE).whole)).toBe('unknown');
    expect(verdictOf(comparisonOf(ONCE[0], REPEATED[1]).whole)).toBe('unknown');
  });

  it('is the other way round when the profiles are', () => {
    const { whole } = comparisonOf(REPEATED[1], REPEATED[0]);
    expect(verdictOf(whole)).toBe('slower');
    expect(wholeChange(whole)).toBeCloseTo(120.5 / 77.5 - 1, 12);
  });

  it('has no change of a cell that took no time', () => {
    expect(wholeChange({ beforeNs: 0, afterNs: 5 })).toBeNull();
  });
});

describe('the comparison of cells without annotations', () => {
  it('compares the own functions by their time with what they called in libraries', () => {
    const { rows } = comparisonOf(...ONCE);
    expect(rows.map(row => [row.kind, row.name, row.before, row.after])).toEqual([
      ['function', 'count', 770 * MS, 360 * MS],
      ['function', 'render', null, 120 * MS],
      ['function', 'report', 20 * MS, null],
      ['function', '(top level)', 96 * MS, 100 * MS]
    ]);
  });

  it.each(['http.server', 'fetch', 'db'])(
    'has them beside what is recorded unasked: %s',
    category => {
      const [before, after] = ONCE.map(each => ({ ...each, ranges: { query: 0.5 }, category }));
      const { rows } = comparisonOf(before, after);
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['count', 'query']));
      const asked = comparisonOf({ ...before, category: 'range' }, { ...after, category: 'range' });
      expect(asked.rows.map(({ name }) => name)).toEqual(['query']);
    }
  );

  it('takes repeated samples for those of one run', () => {
    const withoutRanges = REPEATED.map(each => ({ ...each, ranges: {} }));
    const { rows } = comparisonOf(withoutRanges[0], withoutRanges[1]);
    expect(rows[0]).toMatchObject({ name: 'count', before: (770 / 8) * MS, after: 45 * MS });
  });

  it('of profiles without anything has nothing', () => {
    const nothing = { name: 'nothing', runs: [5] };
    const { rows, counters, source, tree } = comparisonOf(nothing, nothing);
    expect({ rows, counters, source, tree }).toEqual({
      rows: [],
      counters: [],
      source: null,
      tree: null
    });
  });
});
