import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../src/analysis/statistics/aggregate';
import type { AggregateSection, SortKey } from '../../../src/analysis/statistics/aggregateTypes';
import { dumpsJson } from '../../../src/report/dumpsJson';
import { dumpsTable } from '../../../src/report/dumpsTable';
import { displayWidth } from '../../../src/tables/displayWidth';
import { drawProfile } from '../../support/drawProfile';

const golden = (path: string) =>
  readFileSync(new URL(`../../golden/${path}`, import.meta.url), 'utf8');

type CounterUpdates = [category: string, name: string, values: number[]];

/** The sections that a profile with these counters aggregates to. */
function counterSections(input: readonly CounterUpdates[]): AggregateSection[] {
  const profile = drawProfile('main |');
  const counters = input.map(([category, name, values]) => ({
    name,
    category,
    unit: /^(Device Storage|Pool Memory)$/.test(category) ? ('bytes' as const) : ('count' as const),
    kind: 'set' as const,
    track: 0,
    time: Float64Array.from(values, (_, i) => i),
    value: Float64Array.from(values)
  }));
  return aggregate({ ...profile, counters });
}

/** Rows of a table that MXNet printed, as sections of slices in nanoseconds. */
function slicesOf(text: string): AggregateSection[] {
  return text
    .split(/\n\n/)
    .filter(block => block.includes('Time (ms)'))
    .map(block => {
      const lines = block.split('\n');
      const rule = lines.indexOf('=================');
      const rows = lines.slice(rule + 3).map(line => {
        const [, name, ...numbers] = /^(.*?) +(\d+) +(\S+) +(\S+) +(\S+) +(\S+)$/.exec(line) ?? [];
        const [count, total, min, max, average] = numbers.map(Number);
        const ns = (ms: number) => Math.round(ms * 1e6);
        const times = { total: ns(total), self: 0, min: ns(min), max: ns(max) };
        return { name, count, ...times, average: average * 1e6, p50: 0, p95: 0, p99: 0 };
      });
      return { category: lines[rule - 1], unit: 'nanoseconds', rows };
    });
}

/** A table whose columns are one space apart: how wide that of names is depends on the names. */
const unspaced = (table: string): string => table.replace(/ +/g, ' ').replace(/-+/g, '-');

describe('dumpsTable', () => {
  it('prints slices as MXNet does, but for the room of names', () => {
    for (const file of ['mxnet/custom_table.txt', 'mxnet/guide1_table.txt']) {
      const text = golden(file);
      const expected = text.replace(/Device Storage\n(.+\n)+\n/, '');
      expect(unspaced(dumpsTable(slicesOf(text)))).toBe(unspaced(expected));
    }
  });

  it('prints the mean of a counter, and sizes without a total', () => {
    const text = dumpsTable(
      counterSections([
        ['Alpha', 'c1', [0, 1500, 300]],
        ['Device Storage', 'node/heap', [1_048_576, 4096]]
      ])
    );
    expect(text).toContain(
      'c1                                      3           0.3000           0.0000           1.5000           0.6000\n'
    );
    expect(text).toContain(
      'Name                          Total Count    Min Use  (kB)    Max Use  (kB)    Avg Use  (kB)\n'
    );
    expect(text).toContain(
      'node/heap                               2           4.0960        1048.5760         526.3360\n'
    );
  });

  it('keeps four digits of small counters that are no whole numbers', () => {
    const text = dumpsTable(counterSections([['training', 'loss', [0.75, 0.05]]]));
    const numbers = ['0.00005000', '0.00005000', '0.0007500', '0.0004000'];
    const line = text.split('\n').find(one => one.startsWith('loss'));
    expect(line?.split(/ +/)).toEqual(['loss', '2', ...numbers]);
    const whole = dumpsTable(counterSections([['training', 'steps', [1, 1, 2]]]));
    expect(whole).toMatch(/^steps +3 +0\.0020 +0\.0010 +0\.0020 +0\.0013$/m);
  });

  it('shows what the runs of a cell took however little, and nothing for what is between them', () => {
    const run = 'repetition/repetition';
    const sections = aggregate(
      drawProfile(`
        main |[${run}][gc][${run}]
             | [a ]           [a ]`)
    );
    const cells = (name: string): readonly string[] =>
      dumpsTable(sections)
        .split('\n')
        .find(line => line.startsWith(name))
        ?.split(/ +/) ?? [];
    const [mean, halfWidth] = cells('a').slice(-2);
    expect(mean).toBe('0.000004000');
    expect(Number(halfWidth)).toBeGreaterThan(0);
    expect(cells('gc').filter(cell => cell !== '')).toHaveLength(6);
  });

  it('orders by any column, ties by name from the last', () => {
    const sections = aggregate(
      drawProfile('main |[b   ][a   ][c ][outer        ]\n |  .. .. .. ..')
    );
    const names = (sortBy: SortKey, ascending = false) =>
      [...dumpsTable(sections, { sortBy, ascending }).matchAll(/^(\w+) +1 /gm)].map(
        ([, name]) => name
      );
    expect(names('total')).toEqual(['outer', 'b', 'a', 'c']);
    expect(names('max', true)).toEqual(['c', 'b', 'a', 'outer']);
    expect(names('count')).toEqual(['outer', 'c', 'b', 'a']);
    expect(names('name', true)).toEqual(['a', 'b', 'c', 'outer']);
  });

  it('says how many rows it left out, and adds the notes it is given', () => {
    const sections = aggregate(
      drawProfile(`
        main        |[aaaaa][bb][cccccc][x/d]
        rss {bytes} |5`)
    );
    const text = dumpsTable(sections, { top: 2, notes: ['7 slices were recorded but not kept.'] });
    expect(text).toContain('\naaaaa ');
    expect(text).toContain('\ncccccc ');
    expect(text).toContain('\nrss ');
    expect(text).not.toContain('\nbb ');
    expect(text).not.toContain('\nx\n');
    expect(
      text.endsWith(
        '2 more rows not shown (--top 0 shows all).\n' + '7 slices were recorded but not kept.\n'
      )
    ).toBe(true);
  });

  it('keeps a name on one line whatever is in it', () => {
    const sections = aggregate(drawProfile('main |[a\u001b[31mb\r\u2028]'));
    expect(dumpsTable(sections)).toContain('\na\\u001b[31mb');
  });
});

describe('dumpsJson', () => {
  it('is one document with full precision, in order, whatever the names are', () => {
    const profile = drawProfile(
      `
      main        |[2][range/__proto__][a"b]
      rss {bytes} |1234567`,
      { nsPerColumn: 1234 }
    );
    const sections = aggregate(profile);
    const text = dumpsJson(sections, { sortBy: 'name' });
    const document = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
    expect(document.Unit).toEqual({ Time: 'ms', Memory: 'kB' });
    expect(document.Time.range['a"b']).toMatchObject({ Count: 1, Total: 0.00617 });
    expect(Object.hasOwn(document.Time.range, '__proto__')).toBe(true);
    expect(text.indexOf('"a\\"b"')).toBeLessThan(text.indexOf('"2"'));
    expect(document.Memory['Device Storage'].rss).toEqual({
      Count: 1,
      Min: 1234.567,
      Max: 1234.567,
      Avg: 1234.567
    });
  });
});

describe('the memory of the process', () => {
  const memory = ['Memory: node/rss', 'Memory: tfjs/wasm'];
  const sections = counterSections(memory.map(name => ['Device Storage', name, [4096]]));

  it('has a heading of its own in our own layout', () => {
    const text = dumpsTable(sections);
    expect(text).toMatch(/\nDevice Storage\n.*\n.*\n.*\nMemory: tfjs\/wasm .*\n\n/);
    expect(text).toMatch(/\nProcess memory\n.*\n.*\n.*\nMemory: node\/rss .*\n\n/);
  });
});

describe('dumpsTable of what is longer than its column', () => {
  it('keeps all columns below each other for numbers of any length', () => {
    for (const value of [2 ** 60, -(2 ** 53), 1e21, 0.5, 7]) {
      const counters: CounterUpdates[] = [
        ['own', 'large', [value, 1]],
        ['own', '漢字 and a name of more than twenty-five columns', [3, 2 ** 60]]
      ];
      const lines = dumpsTable(counterSections(counters)).split('\n');
      const head = lines.findIndex(line => line.startsWith('Name'));
      const rows = lines.slice(head, head + 4);
      expect(new Set(rows.map(line => displayWidth(line))).size).toBe(1);
      const ends = (line: string) =>
        [...line.matchAll(/\S+(?= {2,}|$)/g)].slice(-4).map(({ index, 0: text }) => {
          return displayWidth(line.slice(0, index + text.length));
        });
      for (const row of rows.slice(2)) expect(ends(row).at(-1)).toBe(ends(rows[1]).at(-1));
    }
  });

  it('shortens names in their middle where that is asked for, and leaves them whole elsewhere', () => {
    const name = `begin ${'漢'.repeat(30)}${'x'.repeat(100)} end`;
    const sections = counterSections([['own', name, [1]]]);
    expect(dumpsTable(sections)).toContain(name);
    const line = dumpsTable(sections, { maxName: 80 })
      .split('\n')
      .find(each => each.startsWith('begin'))!;
    const shown = /^(begin.*… *.* end) /.exec(line)![1];
    expect(displayWidth(shown)).toBeLessThanOrEqual(80);
    expect(displayWidth(shown)).toBeGreaterThan(77);
    const endless = counterSections([['own', 'a\n'.repeat(1e6), [1]]]);
    expect(dumpsTable(endless, { maxName: 80 }).length).toBeLessThan(2000);
  });
});
