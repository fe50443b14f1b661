import { gzipSync } from 'node:zlib';
import { encodePprof, readPprof } from 'kernelscope/formats';
import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { Profile as PprofProfile } from 'pprof-format';
import { describe, expect, test } from 'vitest';
import { drawPprof } from '../support/drawPprof';
import { cpuTotals, heapTotals } from '../support/functionTotals';
import { seededRandom } from '../support/random';
import { exampleMeta, ODD_NAMES } from '../support/richProfile';
import { sampledProfile } from '../support/sampledProfile';
import { seen } from './expectedTrace';
import { pprofRaw, pprofTop } from './goPprof';

const NAMES = ['train', 'matMul', 'größe 大きさ 🚀', 'a;b', '<b>relu</b>', 'with "quotes"'];

const profile = sampledProfile({ samples: 2000, names: NAMES });

const inOrder = (totals: ReadonlyMap<string, unknown>) =>
  [...totals].sort(([a], [b]) => (a < b ? -1 : 1));

describe("Go's pprof", () => {
  test('has the CPU time of every function, its own and in all, to the nanosecond', () => {
    const top = pprofTop(gzipSync(encodePprof(profile)), 'cpu', 'ns');
    expect(top.size).toBe(NAMES.length + 2);
    expect(inOrder(top)).toEqual(inOrder(cpuTotals(profile)));
  });

  test('has the bytes that every function allocated', () => {
    const top = pprofTop(encodePprof(profile), 'alloc_space', 'B');
    const expected = inOrder(heapTotals(profile));
    expect(inOrder(top)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(3);
  });

  test('takes an empty profile and names that are no words', () => {
    const empty = new ProfileBuilder().build(exampleMeta(0));
    expect(pprofRaw(encodePprof(empty))).toContain('samples/count cpu/nanoseconds');
    const odd = sampledProfile({ samples: 300, names: ODD_NAMES });
    const raw = pprofRaw(encodePprof(odd));
    for (const name of ODD_NAMES) expect(raw).toContain(seen(name));
  });
});

/** Stacks of a few functions, some of them inlined into others, some of no function, with two times. */
function anyPprof(seed: number, defaultType: string): Uint8Array {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const place = (): string => {
    if (random() < 0.05) return '?';
    const names = Array.from({ length: 1 + below(3) }, () => `f${below(12)}`);
    return random() < 0.3 ? [...new Set(names)].join('+') : names[0];
  };
  return drawPprof({
    types: [
      ['samples', 'count'],
      ['cpu', 'nanoseconds'],
      ['wall', 'microseconds']
    ],
    samples: Array.from({ length: 400 }, () => ({
      stack: Array.from({ length: 1 + below(8) }, place).join(' '),
      values: [1 + below(9), 1000 * below(1000), below(5000)],
      labels: { thread: `worker ${below(3)}` }
    })),
    defaultType
  });
}

const SCRIPTS = { kindOf: () => 0 };

test.each([1, 2, 3, 4, 5, 6])(
  "files of others are read as Go's pprof reads them (seed %d)",
  seed => {
    const type = seed % 2 === 0 ? 'cpu' : 'wall';
    const file = anyPprof(seed, type);
    const again = readPprof(file, { id: 'again', name: 'again', writtenAtMs: 1 }, SCRIPTS);
    const named = [...cpuTotals(again)].filter(([name]) => !/^[<[]/.test(name));
    const top = [...pprofTop(file, type, 'ns')].filter(([name]) => !/^[<[]/.test(name));
    expect(top.length).toBeGreaterThan(8);
    expect(inOrder(new Map(named))).toEqual(inOrder(new Map(top)));
  }
);

describe('pprof-format', () => {
  const read = PprofProfile.decode(encodePprof(profile));
  const text = (index: number | bigint): string => read.stringTable.strings[Number(index)];

  test('has the time of the run, its length and the period', () => {
    expect(BigInt(read.timeNanos)).toBe(1_700_000_000_000_000_000n);
    expect(Number(read.durationNanos)).toBe(profile.meta.durationNs);
    expect(text(read.periodType?.type ?? 0)).toBe('cpu');
    const { weight, length } = profile.samples;
    expect(Number(read.period)).toBe(
      Math.round(weight.reduce((sum, one) => sum + one, 0) / length)
    );
  });

  test('has the types of values and the threads as labels', () => {
    const types = read.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`);
    expect(types).toEqual([...['samples/count', 'cpu/nanoseconds', 'alloc_space/bytes']]);
    const threads = read.sample.flatMap(({ label }) =>
      label.map(({ key, str }) => [text(key), text(str)])
    );
    expect(new Set(threads.map(pair => pair.join('=')))).toEqual(
      new Set(['thread=main thread', 'thread=worker 1'])
    );
  });

  test('has for every stack the lines at which its functions were', () => {
    expect(stacksOf(read).sort()).toEqual(expectedStacks(profile).sort());
  });
});

/** Stacks of CPU samples as text, each with thread and number of samples. */
function stacksOf(read: PprofProfile): string[] {
  const text = (index: number | bigint): string => read.stringTable.strings[Number(index)];
  const functions = new Map(read.function.map(each => [Number(each.id), each]));
  const places = new Map(
    read.location.map(({ id, line }) => {
      const found = functions.get(Number(line[0].functionId));
      const name = `${text(found?.name ?? 0)}@${text(found?.filename ?? 0)}`;
      return [Number(id), `${name}:${Number(line[0].line)}`];
    })
  );
  const ofThreads = read.sample.filter(({ label }) => label.length > 0);
  return ofThreads.map(({ locationId, value, label }) => {
    const stack = locationId.map(id => places.get(Number(id))).join(' < ');
    return `${text(label[0].str)}: ${stack} = ${Number(value[0])}`;
  });
}

function expectedStacks({ samples, stacks, frames, strings, tracks }: Profile): string[] {
  const counts = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    if (samples.stack[row] < 0) continue;
    const places: string[] = [];
    for (let stack = samples.stack[row]; stack >= 0; stack = stacks.prefix[stack]) {
      const frame = stacks.frame[stack];
      const line = stacks.line[stack] || frames.line[frame];
      places.push(`${strings[frames.name[frame]]}@${strings[frames.file[frame]]}:${line}`);
    }
    const key = `${tracks[samples.track[row]].name}: ${places.join(' < ')}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts, ([key, count]) => `${key} = ${count}`);
}
