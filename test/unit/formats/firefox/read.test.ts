import { describe, expect, test } from 'vitest';
import { FIREFOX } from '../../../../src/formats/firefox/format';
import { readFirefox } from '../../../../src/formats/firefox/read';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/model/profile/scriptKind';
import { cpuTotals, heapTotals } from '../../../support/functionTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const META = { interval: 2, startTime: 1.7e12, product: 'Firefox' };

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const read = (value: unknown): Profile =>
  readFirefox(bytesOf(value), OPTIONS, { kindOf: classifyScript });
const times = (profile: Profile): Record<string, unknown> => Object.fromEntries(cpuTotals(profile));

const STRINGS = [
  '(root)',
  'main',
  'parse',
  'https://a.example/x.js',
  'poll',
  'resource://gre/y.js'
];

/** Stacks 0 root, 1 root > main, 2 root > main > parse, 3 root > poll. */
const TABLES = {
  stackTable: { length: 4, frame: [0, 1, 2, 3], prefix: [null, 0, 1, 0] },
  frameTable: { length: 4, func: [0, 1, 2, 3], line: [null, 7, 9, null] },
  funcTable: {
    ...{ length: 4, name: [0, 1, 2, 4], isJS: [false, true, true, false] },
    ...{ fileName: [null, 3, 5, null], lineNumber: [null, 6, 8, null] },
    columnNumber: [null, 3, 1, null]
  },
  stringArray: STRINGS
};

const SAMPLES = { stack: [2, 1, null, 3], time: [10, 11.5, 13, 20], length: 4 };

const thread = (more: object): object => ({
  ...{ name: 'GeckoMain', pid: '40', tid: 41, markers: { length: 3 } },
  ...{ samples: SAMPLES, ...TABLES, ...more }
});

const EXPECTED = {
  '(root)': { self: 0, total: 10.5e6 - 7e6 + 1.5e6 },
  main: { self: 1.5e6, total: 3e6 },
  parse: { self: 1.5e6, total: 1.5e6 },
  poll: { self: 2e6, total: 2e6 }
};

const PROFILES: Readonly<Record<string, object>> = {
  'with tables of each thread': { meta: META, libs: [], threads: [thread({})] },
  'with shared tables': {
    meta: META,
    shared: { ...TABLES },
    threads: [
      thread({
        ...{ stackTable: undefined, frameTable: undefined, funcTable: undefined },
        stringArray: undefined
      })
    ]
  },
  'with differences of times': {
    meta: META,
    threads: [thread({ samples: { ...SAMPLES, time: undefined, timeDeltas: [10, 1.5, 1.5, 7] } })]
  },
  'with weights that are counts': {
    meta: META,
    threads: [thread({ samples: { ...SAMPLES, weight: [1, 1, 1, 1], weightType: 'samples' } })]
  }
};

test.each(Object.keys(PROFILES))('a processed profile %s has its samples', name => {
  const profile = read(PROFILES[name]);
  expect(times(profile)).toEqual(EXPECTED);
  expect(profile.sources[0].message).toBe('3 markers are not read.');
  expect(profile.meta).toMatchObject({ runtime: 'Firefox', pid: 40 });
  const { read: reader } = FIREFOX;
  const start = new FileStart(bytesOf(PROFILES[name]));
  expect(reader?.from === 'bytes' && reader.recognise(start)).toBe('certain');
});

test('functions have their places and kinds, and stacks the lines that they were at', () => {
  const { frames, strings, stacks } = read(PROFILES['with tables of each thread']);
  const places = Array.from(frames.name, (row, frame) => {
    const place = `${strings[frames.file[frame]]}:${frames.line[frame]}:${frames.column[frame]}`;
    return [strings[row], place, frames.kind[frame]];
  });
  expect(places).toEqual([
    ['(root)', ':0:0', FrameKind.native],
    ['main', 'https://a.example/x.js:6:3', FrameKind.user],
    ['parse', 'resource://gre/y.js:8:1', FrameKind.library],
    ['poll', ':0:0', FrameKind.native]
  ]);
  expect([...stacks.line]).toEqual([0, 7, 9, 0]);
});

test('weights are times or bytes where the file says so', () => {
  const weighted = (weight: readonly number[], weightType: string): Profile =>
    read({ meta: META, threads: [thread({ samples: { ...SAMPLES, weight, weightType } })] });
  expect(times(weighted([4, 0, 0, 0], 'tracing-ms'))).toMatchObject({ parse: { self: 4e6 } });
  const allocated = weighted([64, 32, 8, -16], 'bytes');
  expect(Object.fromEntries(heapTotals(allocated))).toMatchObject({ parse: { self: 64 } });
  expect(allocated.samples.length).toBe(0);
  expect(allocated.sources[0].message).toContain('1 sample has no number');
});

describe('a profile as Firefox writes it', () => {
  const RAW = {
    name: 'GeckoMain',
    ...{ pid: 1, tid: 2, markers: { data: [] } },
    stringTable: [
      '(root)',
      'alpha (http://localhost/simple.js:3:14)',
      'baseline',
      'emit (resource://a.js -> resource://b.js:107)'
    ],
    frameTable: {
      schema: { location: 0, implementation: 1, optimizations: 2, line: 3, column: 4 },
      data: [[0], [1, 2, null, 5, 1], [3]]
    },
    stackTable: {
      schema: { prefix: 0, frame: 1 },
      data: [
        [null, 0],
        [0, 1],
        [1, 2]
      ]
    },
    samples: {
      schema: { stack: 0, time: 1 },
      data: [
        [2, 1],
        [1, 2.5],
        [null, 3]
      ]
    }
  };

  test.each([
    ['alone', { meta: META, threads: [RAW] }],
    [
      'within what the developer tools save',
      { label: 'a', profile: { meta: META, threads: [RAW] } }
    ],
    ['of another process', { meta: META, threads: [], processes: [{ meta: META, threads: [RAW] }] }]
  ])('%s has its samples', (_, value) => {
    const profile = read(value);
    expect(times(profile)).toEqual({
      '(root)': { self: 0, total: 2e6 },
      alpha: { self: 0.5e6, total: 2e6 },
      emit: { self: 1.5e6, total: 1.5e6 }
    });
    const { frames, strings } = profile;
    expect(Array.from(frames.file, row => strings[row])).toEqual([
      ...['', 'http://localhost/simple.js', 'resource://b.js']
    ]);
    expect([...frames.line]).toEqual([0, 3, 107]);
  });
});

test.each([
  [{ meta: META, threads: [{ name: 'x' }] }, 'threads row 0, samples, is missing'],
  [{ meta: META, threads: {} }, 'threads is missing or no list'],
  [
    { meta: META, threads: [thread({ samples: { ...SAMPLES, time: [1] } })] },
    'a thread has 4 samples, 1 times and 4 weights'
  ],
  [
    { meta: META, threads: [thread({ samples: { ...SAMPLES, stack: [99, 1, 1, 1] } })] },
    'a sample has a stack that is not in the file'
  ],
  [
    {
      meta: META,
      threads: [thread({ stackTable: { length: 3, frame: [0, 1, 2], prefix: [2, 0, 1] } })]
    },
    'its stacks have a circle'
  ],
  [
    { meta: META, threads: [thread({ funcTable: { name: [] } })] },
    'a frame has no function in the file'
  ],
  [
    { meta: META, threads: [thread({ samples: { ...SAMPLES, time: [1, 2, 3, 1e200] } })] },
    'out of range'
  ]
])('what is no such profile is an error that says why (%#)', (value, message) => {
  expect(() => read(value)).toThrow(TraceImportError);
  expect(() => read(value)).toThrow(message);
});
