import { describe, expect, it } from 'vitest';
import type { BundleRow, BundleSection } from '../../../../../src/model/output/bundle';
import { matchesFilter } from '../../../../../extension/src/views/table/filter';
import { parseFilter } from '../../../../../extension/src/views/table/parseFilter';
import { row, timeSection } from '../../exampleBundle';

const times = timeSection(
  'operator',
  row('Conv2D', 50, 80e6, 60e6),
  row('relu', 4, 3e6),
  row('a.*b', 1, 500)
);
const sizes: BundleSection = { category: 'memory', unit: 'bytes', rows: [row('Heap', 4, 48e6)] };
const shares: BundleSection = { category: 'process', unit: 'percent', rows: [row('CPU', 4, 60)] };
const counts: BundleSection = { category: 'user', unit: 'count', rows: [row('batches', 1, 7)] };

/** Names of the rows that pass, in a run of 100 ms. */
function found(text: string): string {
  const parsed = parseFilter(text);
  if (parsed.type === 'error') throw new Error(parsed.problem);
  const { filter } = parsed;
  const passes = (each: BundleRow, section: BundleSection): boolean =>
    matchesFilter(filter, each, { section, wallNs: 100e6 });
  const names = [times, sizes, shares, counts].flatMap(section =>
    section.rows.filter(each => passes(each, section)).map(([name]) => name)
  );
  return names.join(' ');
}

const ALL = 'Conv2D relu a.*b Heap CPU batches';

describe('matchesFilter', () => {
  it('lets every row pass without a term', () => {
    expect(found('')).toBe(ALL);
  });

  it('finds part of a name whatever the case, never as a pattern', () => {
    expect(found('conv')).toBe('Conv2D');
    expect(found('.*')).toBe('a.*b');
    expect(found('name=relu')).toBe('relu');
    expect(found('name=rel')).toBe('');
  });

  it('wants all terms to hold', () => {
    expect(found('e total>1ms')).toBe('relu');
    expect(found('category=operator -relu')).toBe('Conv2D a.*b');
  });

  it('wants one of the terms around an or to hold', () => {
    expect(found('conv|relu')).toBe('Conv2D relu');
    expect(found('a.*b|relu conv|relu')).toBe('relu');
    expect(found('conv|-category=operator')).toBe('Conv2D Heap CPU batches');
  });

  it('compares times in their unit, or in milliseconds without one', () => {
    expect(found('total>=3ms')).toBe('Conv2D relu');
    expect(found('total>3ms')).toBe('Conv2D');
    expect(found('total<1us')).toBe('a.*b');
    expect(found('category=operator total>2.9')).toBe('Conv2D relu');
  });

  it('never takes bytes for a time or a time for bytes', () => {
    expect(found('total>1MB')).toBe('Heap');
    expect(found('total>0ns')).toBe('Conv2D relu a.*b');
  });

  it('takes a percentage of times from the wall time, and counters of percent as they are', () => {
    expect(found('self>=60%')).toBe('Conv2D');
    expect(found('share>=3')).toBe('Conv2D relu');
    expect(found('last>50%')).toBe('Conv2D CPU');
  });

  it('counts in any section', () => {
    expect(found('count=4')).toBe('relu Heap CPU');
    expect(found('count!=4')).toBe('Conv2D a.*b batches');
  });

  it('passes what a term with a minus does not hold for', () => {
    expect(found('-total>0ns')).toBe('Heap CPU batches');
    expect(found('-category~o')).toBe('batches');
  });
});
