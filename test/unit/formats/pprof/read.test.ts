import { describe, expect, test } from 'vitest';
import { labelledPart } from '../../../../src/analysis/stacks/labelledPart';
import { labelledStretches, labelsText } from '../../../../src/facts/sampleLabels';
import { encodePprof } from '../../../../src/formats/pprof/write';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { PPROF } from '../../../../src/formats/pprof/format';
import { readPprof } from '../../../../src/formats/pprof/read';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/model/profile/scriptKind';
import { type DrawnPprof, drawPprof } from '../../../support/drawPprof';
import { cpuTotals } from '../../../support/functionTotals';

const OPTIONS = { id: 'again', name: 'run', writtenAtMs: 5 };

const read = (bytes: Uint8Array): Profile => readPprof(bytes, OPTIONS, { kindOf: classifyScript });

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
    const profile = read(drawPprof({ types, samples }));
    expect(totals(profile)).toEqual({
      b: { self: 7000, total: 7000 },
      a: { self: 0, total: 7000 }
    });
    expect([...profile.heapSamples.bytes]).toEqual([4096]);
    expect(profile.sources[0].message).toContain('"wall" (milliseconds) are not read');
  });

  test('the default is read where the file has one', () => {
    const profile = read(drawPprof({ types, samples, defaultType: 'wall' }));
    expect(totals(profile)).toMatchObject({ b: { self: 30e6 } });
    expect(profile.sources[0].message).toContain('"cpu" (microseconds) are not read');
  });

  test('memory in use is alive', () => {
    const heap = [
      ['inuse_objects', 'count'],
      ['inuse_space', 'kilobytes']
    ] as const;
    const { heapSamples } = read(
      drawPprof({ types: heap, samples: [{ stack: 'a', values: [3, 2] }] })
    );
    expect([[...heapSamples.bytes], [...heapSamples.aliveBytes]]).toEqual([[0], [2048]]);
  });

  test('a count lasts as long as its period, and without one it says that it has no unit', () => {
    const counts = {
      types: [['samples', 'count']],
      samples: [{ stack: 'a', values: [3] }]
    } as const;
    const known = read(drawPprof({ ...counts, period: ['cpu', 'nanoseconds', 10_000_000] }));
    expect(totals(known)).toEqual({ a: { self: 30e6, total: 30e6 } });
    const unknown = read(drawPprof(counts));
    expect(totals(unknown)).toEqual({ a: { self: 3000, total: 3000 } });
    expect(unknown.sources[0].message).toContain('Numbers of "samples" have no unit of time');
  });
});

test('inlined functions are on the stack, and code without functions has the name of its file', () => {
  const profile = read(
    drawPprof({
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
  const samples: DrawnPprof['samples'] = [
    { stack: 'a', values: [1], labels: { 'thread name': 'Main Event Loop' } },
    { stack: 'a', values: [2], labels: { thread: 'worker 1', tid: 9 } },
    { stack: 'a', values: [4], labels: { 'thread id': 7 } },
    { stack: 'a', values: [8] }
  ];
  const { tracks, samples: table } = read(drawPprof({ types, samples }));
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
  expect(kinds(read(drawPprof({ types, samples })))).toEqual([FrameKind.user, FrameKind.user]);
  const files = { b: 'file:///srv/node_modules/x/b.js' };
  expect(kinds(read(drawPprof({ types, samples, files })))).toEqual([
    ...[FrameKind.library, FrameKind.native]
  ]);
});

test('numbers below zero, as in differences, are left out and counted', () => {
  const types = [['cpu', 'nanoseconds']] as const;
  const samples = [
    { stack: 'a', values: [-5] },
    { stack: 'b', values: [5] }
  ];
  const profile = read(drawPprof({ types, samples }));
  expect(totals(profile)).toEqual({ b: { self: 5, total: 5 } });
  expect(profile.sources[0].message).toContain('1 sample has no number that can be used');
});

test('is recognised by its fields in any order, and Perfetto traces are not taken for it', () => {
  const bytes = drawPprof({
    types: [['cpu', 'nanoseconds']],
    samples: [{ stack: 'a', values: [1] }]
  });
  expect(PPROF.read.recognise(new FileStart(bytes))).toBe('certain');
  const packet = Uint8Array.of(0x0a, 2, 0x40, 1, 0x0a, 2, 0x40, 2);
  expect(PPROF.read.recognise(new FileStart(packet))).toBeNull();
  expect(PPROF.read.recognise(new FileStart(Uint8Array.of()))).toBeNull();
});

test('a file that is cut off is an error', () => {
  const bytes = drawPprof({
    types: [['cpu', 'nanoseconds']],
    samples: [{ stack: 'a', values: [1] }]
  });
  expect(() => read(bytes.subarray(0, bytes.length - 3))).toThrow(TraceImportError);
});

test('labels that the program gave are stretches of their thread, and are written again', () => {
  const file = drawPprof({
    types: [['cpu', 'nanoseconds']],
    samples: [
      { stack: 'a main', values: [30], labels: { thread: 'main', route: '/x', tenant: '7' } },
      { stack: 'b main', values: [20], labels: { thread: 'main' } },
      { stack: 'a main', values: [10], labels: { thread: 'other', route: '/x', bytes: 512 } }
    ]
  });
  const stretchesIn = (profile: Profile): unknown =>
    labelledStretches(profile)
      .map(({ thread, start, end, labels }) => {
        return [profile.tracks[thread].name, end - start, labelsText(labels)].join(' ');
      })
      .sort();
  const profile = read(file);
  const expected = ['main 30 route=/x, tenant=7', 'other 10 route=/x'];
  expect(stretchesIn(profile)).toEqual(expected);
  const again = read(encodePprof(profile));
  expect(stretchesIn(again)).toEqual(expected);
  expect(totals(again)).toEqual(totals(profile));
  expect(totals(labelledPart(again, ['route', '/x'])!)).toEqual({
    a: { self: 40, total: 40 },
    main: { self: 0, total: 40 }
  });
  expect(labelledPart(again, ['route', '/y'])).toBeNull();
});
