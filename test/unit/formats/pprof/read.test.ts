import { describe, expect, test } from 'vitest';
import {
  Function as Fn,
  Label,
  Line,
  Location,
  Mapping,
  Profile as Pprof,
  Sample,
  StringTable,
  ValueType
} from 'pprof-format';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../../src/formats/shared/imported/traceImportError';
import { PPROF } from '../../../../src/formats/pprof/format';
import { readPprof } from '../../../../src/formats/pprof/read';
import type { Profile } from '../../../../src/model/profile/profile';
import { FrameKind } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/sources/v8/scripts/frameClassifier';
import { cpuTotals } from '../../../support/functionTotals';

const OPTIONS = { id: 'again', name: 'run', writtenAtMs: 5 };

const read = (bytes: Uint8Array): Profile => readPprof(bytes, OPTIONS, { kindOf: classifyScript });

interface Drawn {
  readonly types: readonly (readonly [type: string, unit: string])[];
  /** Stacks, innermost function first, with their numbers and labels. */
  readonly samples: readonly {
    readonly stack: string;
    readonly values: readonly number[];
    readonly labels?: Readonly<Record<string, string | number>>;
  }[];
  readonly defaultType?: string;
  readonly period?: readonly [type: string, unit: string, period: number];
  readonly files?: Readonly<Record<string, string>>;
}

/** A file of pprof. Functions that were inlined into each other are joined by `+`, the innermost first. */
function drawn({ types, samples, defaultType = '', period, files = {} }: Drawn): Uint8Array {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const functions = new Map<string, Fn>();
  const locations = new Map<string, Location>();
  const functionOf = (name: string): number => {
    const known = functions.get(name);
    if (known !== undefined) return Number(known.id);
    const id = functions.size + 1;
    functions.set(name, new Fn({ id, name: text(name), filename: text(files[name] ?? '') }));
    return id;
  };
  const locationOf = (place: string): number => {
    const known = locations.get(place);
    if (known !== undefined) return Number(known.id);
    const id = locations.size + 1;
    const names = place === '?' ? [] : place.split('+');
    const line = names.map((name, at) => new Line({ functionId: functionOf(name), line: at + 10 }));
    locations.set(place, new Location({ id, mappingId: 1, line }));
    return id;
  };
  const written = samples.map(({ stack, values, labels = {} }) => {
    const label = Object.entries(labels).map(([key, value]) =>
      typeof value === 'number'
        ? new Label({ key: text(key), num: value })
        : new Label({ key: text(key), str: text(value) })
    );
    const locationId = stack === '' ? [] : stack.split(' ').map(locationOf);
    return new Sample({ locationId, value: [...values], label });
  });
  const typeOf = ([type, unit]: readonly [string, string]): ValueType =>
    new ValueType({ type: text(type), unit: text(unit) });
  return new Pprof({
    sampleType: types.map(typeOf),
    sample: written,
    mapping: [new Mapping({ id: 1, filename: text('/usr/lib/libm.so.6') })],
    location: [...locations.values()],
    function: [...functions.values()],
    defaultSampleType: text(defaultType),
    ...(period ? { periodType: typeOf([period[0], period[1]]), period: period[2] } : {}),
    stringTable: strings
  }).encode();
}

const totals = (profile: Profile): Record<string, unknown> =>
  Object.fromEntries(cpuTotals(profile));

describe('of several numbers', () => {
  const samples = [{ stack: 'b a', values: [2, 30, 7, 4096] }];
  const types = [
    ['samples', 'count'],
    ['wall', 'milliseconds'],
    ['cpu', 'microseconds'],
    ['alloc_space', 'bytes']
  ] as const;

  test('the last time is read, in its unit, and bytes beside it', () => {
    const profile = read(drawn({ types, samples }));
    expect(totals(profile)).toEqual({
      b: { self: 7000, total: 7000 },
      a: { self: 0, total: 7000 }
    });
    expect([...profile.heapSamples.bytes]).toEqual([4096]);
    expect(profile.sources[0].message).toContain('"wall" (milliseconds) are not read');
  });

  test('the default is read where the file has one', () => {
    const profile = read(drawn({ types, samples, defaultType: 'wall' }));
    expect(totals(profile)).toMatchObject({ b: { self: 30e6 } });
    expect(profile.sources[0].message).toContain('"cpu" (microseconds) are not read');
  });

  test('memory in use is alive', () => {
    const heap = [
      ['inuse_objects', 'count'],
      ['inuse_space', 'kilobytes']
    ] as const;
    const { heapSamples } = read(drawn({ types: heap, samples: [{ stack: 'a', values: [3, 2] }] }));
    expect([[...heapSamples.bytes], [...heapSamples.aliveBytes]]).toEqual([[0], [2048]]);
  });

  test('a count lasts as long as its period, and without one it says that it has no unit', () => {
    const counts = {
      types: [['samples', 'count']],
      samples: [{ stack: 'a', values: [3] }]
    } as const;
    const known = read(drawn({ ...counts, period: ['cpu', 'nanoseconds', 10_000_000] }));
    expect(totals(known)).toEqual({ a: { self: 30e6, total: 30e6 } });
    const unknown = read(drawn(counts));
    expect(totals(unknown)).toEqual({ a: { self: 3000, total: 3000 } });
    expect(unknown.sources[0].message).toContain('Numbers of "samples" have no unit of time');
  });
});

test('inlined functions are on the stack, and code without functions has the name of its file', () => {
  const profile = read(
    drawn({
      types: [['cpu', 'nanoseconds']],
      samples: [{ stack: 'inner+outer ? main', values: [5] }]
    })
  );
  expect(totals(profile)).toEqual({
    inner: { self: 5, total: 5 },
    outer: { self: 0, total: 5 },
    '[libm.so.6]': { self: 0, total: 5 },
    main: { self: 0, total: 5 }
  });
  expect([...profile.stacks.line]).toEqual([10, 0, 11, 10]);
});

test('labels with the names of threads are tracks, and samples without are of all', () => {
  const types = [['cpu', 'nanoseconds']] as const;
  const samples: Drawn['samples'] = [
    { stack: 'a', values: [1], labels: { 'thread name': 'Main Event Loop' } },
    { stack: 'a', values: [2], labels: { thread: 'worker 1', tid: 9 } },
    { stack: 'a', values: [4], labels: { 'thread id': 7 } },
    { stack: 'a', values: [8] }
  ];
  const { tracks, samples: table } = read(drawn({ types, samples }));
  const names = Array.from(table.track, (track, row) => [tracks[track].name, table.weight[row]]);
  expect(Object.fromEntries(names)).toEqual({
    'Main Event Loop': 1,
    'worker 1': 2,
    'thread 7': 4,
    'all threads': 8
  });
});

test('functions without a file are native where others have one, and the user’s where none has', () => {
  const types = [['cpu', 'nanoseconds']] as const;
  const samples = [{ stack: 'a b', values: [1] }];
  const kinds = (profile: Profile): number[] => [...profile.frames.kind];
  expect(kinds(read(drawn({ types, samples })))).toEqual([FrameKind.user, FrameKind.user]);
  const files = { b: 'file:///srv/node_modules/x/b.js' };
  expect(kinds(read(drawn({ types, samples, files })))).toEqual([
    ...[FrameKind.library, FrameKind.native]
  ]);
});

test('numbers below zero, as in differences, are left out and counted', () => {
  const types = [['cpu', 'nanoseconds']] as const;
  const samples = [
    { stack: 'a', values: [-5] },
    { stack: 'b', values: [5] }
  ];
  const profile = read(drawn({ types, samples }));
  expect(totals(profile)).toEqual({ b: { self: 5, total: 5 } });
  expect(profile.sources[0].message).toContain('1 sample has no number that can be used');
});

test('is recognised by its fields in any order, and Perfetto traces are not taken for it', () => {
  const bytes = drawn({ types: [['cpu', 'nanoseconds']], samples: [{ stack: 'a', values: [1] }] });
  expect(PPROF.read.recognise(new FileStart(bytes))).toBe('certain');
  const packet = Uint8Array.of(0x0a, 2, 0x40, 1, 0x0a, 2, 0x40, 2);
  expect(PPROF.read.recognise(new FileStart(packet))).toBeNull();
  expect(PPROF.read.recognise(new FileStart(Uint8Array.of()))).toBeNull();
});

test('a file that is cut off is an error', () => {
  const bytes = drawn({ types: [['cpu', 'nanoseconds']], samples: [{ stack: 'a', values: [1] }] });
  expect(() => read(bytes.subarray(0, bytes.length - 3))).toThrow(TraceImportError);
});
