import { describe, expect, it } from 'vitest';
import { comparedFlame } from '../../../../src/analysis/comparison/comparedFlame';
import { encodeBundle } from '../../../../src/formats/bundle/bundle';
import { boundComparison } from '../../../../src/formats/bundle/bundleComparison';
import type { BundleComparison } from '../../../../src/model/output/comparison';
import { ProfileError } from '../../../../src/schema/schema';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { comparedProfile, comparisonOf, REPEATED } from '../../../support/comparedProfiles';
import { deflate } from '../../../support/storedBundle';

const comparison = comparisonOf(...REPEATED);
const stored = JSON.parse(
  JSON.stringify(encodeBundle(comparedProfile(REPEATED[1]), { deflate, comparison }))
) as Record<string, unknown>;

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** The most that a comparison has, with names as long as they get. */
function largeComparison(): BundleComparison {
  const long = 'n'.repeat(2000);
  const names = Array.from({ length: 300 }, (_, at) => `${at}${long}`);
  const drawing = {
    name: long,
    runs: [10],
    ranges: Object.fromEntries(names.map((name, at) => [name, at / 300])),
    stacks: names.map((name, at) => [`${name} leaf`, at + 1] as const),
    source: names.join('\n'),
    rss: [1]
  };
  return comparisonOf(drawing, { ...drawing, source: names.slice(1).join('\n') });
}

describe('a comparison in a bundle', () => {
  it('comes back from a notebook as it went in, to a thousandth of a nanosecond', () => {
    const { comparison: read } = validateBundle(stored);
    expect(read?.whole).toMatchObject({ beforeNs: 120.5e6, afterNs: 77.5e6 });
    expect(read?.rows.map(({ name }) => name)).toEqual(['count', 'render', 'report', 'sort']);
    expect(read?.source).toEqual(comparison.source);
    expect(read?.tree).toEqual(comparison.tree);
  });

  it('is null where nothing was compared, and in outputs from before there were comparisons', () => {
    const bundle = encodeBundle(comparedProfile(REPEATED[1]), { deflate });
    expect(bundle.comparison).toBeNull();
    const { comparison: _, ...older } = bundle;
    expect(validateBundle(older).comparison).toBeNull();
  });

  it('keeps within its room, and counts what it leaves out', () => {
    const large = largeComparison();
    for (const maxBytes of [100_000, 10_000]) {
      const bound = boundComparison(large, maxBytes);
      expect(sizeOf(bound)).toBeLessThanOrEqual(maxBytes);
      expect(bound.rows.length + bound.counters.length + bound.hiddenRows).toBe(301);
      expect(bound.source!.lines.length + bound.source!.hiddenLines).toBe(300);
      expect(bound.tree!.parent.length + bound.tree!.hiddenRows).toBe(600);
      expect(comparedFlame(bound.tree!).length).toBe(bound.tree!.parent.length);
      expect(validateBundle({ ...stored, comparison: bound }).comparison).toBe(bound);
    }
    expect(boundComparison(large, 10_000).rows[0].name).toMatch(/^\d+n+…$/);
  });

  it('leaves the whole bundle within its limit', () => {
    const profile = comparedProfile(REPEATED[1]);
    const bundle = encodeBundle(profile, { deflate, comparison: largeComparison(), maxBytes: 5e4 });
    expect(sizeOf(bundle)).toBeLessThanOrEqual(5e4);
  });
});

describe('a hostile comparison', () => {
  const reject = (changes: object, message: string): void => {
    const value = { ...stored, comparison: { ...comparison, ...changes } };
    expect(() => validateBundle(value)).toThrow(ProfileError);
    expect(() => validateBundle(value)).toThrow(message);
  };
  const { tree, source, rows, whole, before } = comparison;

  it('is refused by the name of what is wrong', () => {
    reject({ before: null }, 'comparison.before is missing');
    reject({ before: { ...before, runs: 0 } }, 'comparison.before.runs');
    reject({ before: { ...before, repetitionsNs: Array(201).fill(1) } }, '201 entries');
    reject({ whole: { ...whole, afterNs: -1 } }, 'comparison.whole.afterNs');
    reject({ whole: { ...whole, low: null } }, 'comparison.whole.low');
    reject({ whole: { ...whole, low: 2, high: 1 } }, 'comparison.whole.high');
    reject({ rows: Array(101).fill(rows[0]) }, '101 entries');
    reject({ rows: [{ ...rows[0], kind: 'constructor' }] }, 'comparison.rows row 0, kind,');
    reject({ rows: [{ ...rows[0], unit: 'miles' }] }, 'comparison.rows row 0, unit,');
    reject({ rows: [{ ...rows[0], before: '5' }] }, 'comparison.rows row 0, before,');
    reject({ counters: [{ ...rows[0], name: 'x'.repeat(70_000) }] }, '70000 characters');
    reject({ hiddenRows: -1 }, 'comparison.hiddenRows');
  });

  it('cannot have lines without a place, nor more than there are', () => {
    const [line] = source!.lines;
    reject({ source: { ...source, lines: [{ ...line, before: 0 }] } }, 'lines row 0, before,');
    reject({ source: { ...source, lines: Array(401).fill(line) } }, '401 entries');
    reject({ source: { ...source, lines: [{ ...line, text: null }] } }, 'lines row 0, text,');
  });

  it('cannot have calls in a circle, out of order, or of functions that are not there', () => {
    const parent = tree!.parent.map((_, row) => row);
    reject({ tree: { ...tree, parent } }, 'comparison.tree.parent');
    reject({ tree: { ...tree, parent: [-1, -1, 0, ...tree!.parent.slice(3)] } }, 'order of a tree');
    const callees = tree!.function.map(() => 999);
    reject({ tree: { ...tree, function: callees } }, 'comparison.tree.function');
    reject({ tree: { ...tree, function: [] } }, 'different lengths');
    const { length } = tree!.parent;
    reject({ tree: { ...tree, totalBefore: Array(length).fill(-5) } }, 'tree.totalBefore');
    reject({ tree: { ...tree, selfAfter: Array(1501).fill(0) } }, '1501 entries');
  });
});
