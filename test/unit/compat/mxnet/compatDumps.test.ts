import { readFileSync } from 'node:fs';
import {
  array,
  assert,
  boolean,
  constantFrom,
  double,
  oneof,
  property,
  string,
  tuple
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import type { Profile } from '../../../../src/model/profile/profile';
import { compareBytes } from '../../../../src/base/codePoints';
import { dumpsJson } from '../../../../src/report/dumpsJson';
import { dumpsTable } from '../../../../src/report/dumpsTable';
import { type StatisticsOptions, statistics } from '../../../../src/report/statistics';
import {
  fourDecimals,
  fourDigits,
  mxnetJson,
  mxnetStatistics,
  mxnetTable
} from '../../../../src/compat/mxnet/compatDumps';
import { drawProfile } from '../../../support/drawProfile';
import { ObjectBench } from '../../../support/profilerObjects';

const golden = (path: string) =>
  readFileSync(new URL(`../../../golden/${path}`, import.meta.url), 'utf8');

type CounterUpdates = readonly [domain: string, name: string, values: readonly number[]];

const COMPAT = { counterKinds: ['set'], emptySections: true } as const;

/** A recording in which counters are set, by way of the objects. */
function setCounters(bench: ObjectBench, input: readonly CounterUpdates[]): Profile {
  return bench.record(() => {
    for (const [domain, name, values] of input) {
      const counter = new bench.objects.Domain(domain).newCounter(name);
      for (const value of values) counter.setValue(value);
    }
  });
}

/** What the golden files `custom_*` record, with their times. */
function customObjects(bench: ObjectBench): Profile {
  const domain = new bench.objects.Domain('MyDomain');
  const lasting = (us: number) => () => bench.wait(us);
  return bench.record(() => {
    const counter = domain.newCounter('counter1', 5);
    const task = domain.newTask('task1');
    for (const us of [2007, 2001, 2001]) task.run(lasting(us));
    domain.newTask('task_with_a_name_longer_than_25_chars').run(lasting(1000));
    domain.newFrame('frame1').run(lasting(1002));
    new bench.objects.Event('event1').run(lasting(1001));
    for (const value of [15, 12, 19, 18]) counter.setValue(value);
    const marker = domain.newMarker('marker1');
    for (const scope of ['process', 'global', 'thread', 'task', 'marker'] as const) {
      marker.mark(scope);
    }
    const [inner, outer] = [domain.newTask('inner'), domain.newTask('outer')];
    outer.start();
    inner.run(lasting(1001));
    bench.wait(2);
    outer.stop();
  });
}

/** The texts that are ours, and those of MXNet. */
const OURS = { sections: {}, statistics, table: dumpsTable, json: dumpsJson };
const OF_MXNET = {
  sections: COMPAT,
  statistics: mxnetStatistics,
  table: mxnetTable,
  json: mxnetJson
};

describe('the text of MXNet of what objects record', () => {
  const { input, outputs } = JSON.parse(golden('mxnet_counters.json')) as {
    input: CounterUpdates[];
    outputs: Record<string, string>;
  };

  it.each(Object.entries(outputs))('prints counters to the byte: %s', (key, expected) => {
    const [format, sortBy, direction] = key.split('/');
    const options = { sortBy, ascending: direction === 'asc' };
    const sections = aggregate(setCounters(new ObjectBench(), input), COMPAT);
    const print = format === 'table' ? mxnetTable : mxnetJson;
    expect(print(sections, options as StatisticsOptions)).toBe(expected);
  });

  it('prints tasks, frames, events, counters and markers to the byte', () => {
    const sections = aggregate(customObjects(new ObjectBench()), COMPAT);
    expect(mxnetTable(sections)).toBe(golden('mxnet/custom_table.txt'));
    expect(mxnetJson(sections)).toBe(golden('mxnet/custom_json.txt'));
  });

  it('orders by whole numbers that single precision shows as equal', () => {
    const values = [16_777_217_000, 16_777_216_000, 16_777_216_001];
    const input = values.map((value, at): CounterUpdates => ['d', 'abc'[at], [value]]);
    const sections = aggregate(setCounters(new ObjectBench(), input), COMPAT);
    const rows = mxnetStatistics(sections).blocks[0].rows;
    expect(rows.map(({ name }) => name)).toEqual(['a', 'c', 'b']);
    expect(new Set(rows.map(({ total }) => total)).size).toBe(1);
  });

  it('rounds to single precision once, after dividing', () => {
    const sections = aggregate(setCounters(new ObjectBench(), [['d', 'c', [16_777_217]]]), COMPAT);
    expect(mxnetTable(sections)).toContain(' 16777.2168 ');
  });

  it('takes numbers as whole ones, and keeps those that are too large in JSON', () => {
    const input: CounterUpdates[] = [
      ['d', 'c', [1999.9]],
      ['d', 'huge', [1e300, -1e300]]
    ];
    const sections = aggregate(setCounters(new ObjectBench(), input), COMPAT);
    const text = mxnetJson(sections);
    expect(text).toContain('"Total": 1.999,');
    expect(JSON.parse(text)).toMatchObject({ Time: { d: { huge: { Min: -3.403e38 } } } });
  });

  it('has the memory of the process among that of devices', () => {
    const sections = aggregate(setCounters(new ObjectBench(), [['d', 'c', [4096]]]), COMPAT);
    const [{ rows }] = sections;
    const memory = ['Memory: node/rss', 'Memory: tfjs/wasm'].map(name => ({ ...rows[0], name }));
    const text = mxnetTable([{ category: 'Device Storage', unit: 'bytes', rows: memory }]);
    expect(text).not.toContain('Process memory');
    expect(text).toMatch(/Device Storage\n.*\n.*\n.*\nMemory: .*\nMemory: .*\n/);
  });

  it('has columns of names by their bytes', () => {
    const sections = aggregate(drawProfile('main |[op/größe  ]'));
    const line = mxnetTable(sections)
      .split('\n')
      .find(one => one.includes('ö'));
    expect(line?.indexOf('1')).toBe('größe'.length + 25 - Buffer.byteLength('größe') + 15);
  });

  it('leaves out what nobody set: samples and rates', () => {
    const bench = new ObjectBench();
    const profile = bench.record(() => {
      bench.recorder.counter('node/heap', 'Device Storage', 'bytes', 'sampled').set(1000);
      new bench.objects.Domain('d').newFrame('f').run(() => bench.wait(1));
    });
    const text = mxnetTable(aggregate(profile, COMPAT));
    expect(text).not.toContain('Device Storage');
    expect(text).not.toContain('frames/s');
    expect(text).toContain('d,frame\n');
  });
});

describe('the default form of what objects record', () => {
  const text = dumpsTable(aggregate(customObjects(new ObjectBench())));

  it('has the mean of counters, and the layout of MXNet but for the room of names', () => {
    const expected = golden('mxnet/custom_table.txt')
      .replace(
        '0.0050           0.0190           0.0070',
        '0.0050           0.0190           0.0138'
      )
      .replace(/MyDomain,instant_marker\n(.+\n)+\n/, '');
    const unspaced = (table: string): string => table.replace(/ +/g, ' ');
    expect(unspaced(text.replace(/^frame1 \(frames\/s\).*\n/m, ''))).toBe(unspaced(expected));
  });

  it('has neither empty headings nor the rate of a single frame', () => {
    expect(text).toMatch(/^frame1 +1 /m);
    expect(text).not.toContain('frames/s');
    expect(text).not.toContain('instant_marker');
  });
});

describe('whatever names, values and orders there are', () => {
  const name = oneof(
    string({ unit: 'binary', maxLength: 12 }),
    constantFrom('\ud800', 'a"b', '\\', 'a\nb\u0000', '7')
  );
  const value = double({ noDefaultInfinity: true, noNaN: true });
  const updates = tuple(
    constantFrom('d', '', 'Device Storage', 'Pool "Memory"', 'ü,frame', '__proto__'),
    name,
    array(value, { minLength: 1, maxLength: 4 })
  );
  const sortBy = constantFrom('total' as const, 'avg', 'min', 'max', 'count');

  const cases = property(
    array(updates, { maxLength: 12 }),
    sortBy,
    boolean(),
    constantFrom(OURS, OF_MXNET),
    (input, key, ascending, texts) => {
      const options = { sortBy: key, ascending };
      const sections = aggregate(setCounters(new ObjectBench(), input), texts.sections);
      const { blocks } = texts.statistics(sections, options);
      const document = JSON.parse(texts.json(sections, options)) as Record<string, object>;
      expect(Object.keys(document)).toEqual(['Time', 'Memory', 'Unit']);
      const lines = texts.table(sections, options).split(/[\n\r\u0085\u2028\u2029]/);
      const rows = blocks.reduce((sum, block) => sum + block.rows.length, 0);
      expect(lines.length).toBe(4 + 5 * blocks.length + rows);
      const categories = blocks.map(({ category }) => category);
      expect(categories).toEqual([...categories].sort(compareBytes));
      expect(rows).toBe(new Set(input.map(one => JSON.stringify(one.slice(0, 2)))).size);
    }
  );

  it('gives one JSON document and one line a row', () => {
    assert(cases);
  });

  it('orders by value, and equal values by name from the last, in both directions', () => {
    const small = array(tuple(name, constantFrom(1, 2, 3)), { maxLength: 12 });
    assert(
      property(small, boolean(), constantFrom(OURS, OF_MXNET), (drawn, up, texts) => {
        const input = drawn.map(([one, each]): CounterUpdates => ['d', one, [each]]);
        const sections = aggregate(setCounters(new ObjectBench(), input));
        const [block] = texts.statistics(sections, { sortBy: 'max', ascending: up }).blocks;
        const rows = block?.rows ?? [];
        for (let at = 1; at < rows.length; at++) {
          const [before, after] = [rows[at - 1], rows[at]];
          const step = up ? after.max - before.max : before.max - after.max;
          expect(step).toBeGreaterThanOrEqual(0);
          if (step === 0) expect(compareBytes(before.name, after.name)).toBeGreaterThan(0);
        }
      })
    );
  });
});

describe('fourDecimals', () => {
  it('rounds an exact half to the even digit, as C does', () => {
    expect([0.03125, 0.09375, -0.03125, 2].map(fourDecimals)).toEqual([
      '0.0312',
      '0.0938',
      '-0.0312',
      '2.0000'
    ]);
  });
});

describe('fourDigits', () => {
  it('writes four digits and no trailing zero, with an exponent only where C has one', () => {
    expect([0, 1, 0.25, 1234.5, 1235.5, 9999.75, 12345, 0.0001, 0.00001].map(fourDigits)).toEqual([
      '0',
      '1',
      '0.25',
      '1234',
      '1236',
      '1e+04',
      '1.234e+04',
      '0.0001',
      '1e-05'
    ]);
  });
});
