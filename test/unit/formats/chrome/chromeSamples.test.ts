import { FrameKind, type Profile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { readChromeTrace } from '../../../../src/formats/chrome/read';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => FrameKind.user };

function read(document: unknown): Profile {
  return readChromeTrace(new TextEncoder().encode(JSON.stringify(document)), OPTIONS, SCRIPTS);
}

/** `track time+weight: the stack from its root on`, times in microseconds. */
function sampled({ samples, stacks, frames, strings, tracks }: Profile): string[] {
  const pathOf = (stack: number): string[] =>
    stack < 0 ? [] : [...pathOf(stacks.prefix[stack]), strings[frames.name[stacks.frame[stack]]]];
  return Array.from(samples.stack, (stack, row) => {
    const time = `${samples.time[row] / 1000}+${samples.weight[row] / 1000}`;
    return `${tracks[samples.track[row]].name} ${time}: ${pathOf(stack).join(' ')}`;
  });
}

const frame = (functionName: string, url = ''): object => ({
  callFrame: { functionName, url, lineNumber: 4, columnNumber: 0 }
});

const FIRST = [
  { id: 1, ...frame('(root)') },
  { id: 2, parent: 1, ...frame('(program)') },
  { id: 3, parent: 1, ...frame('main', 'http://host/a.js') },
  { id: 4, parent: 3, ...frame('(garbage collector)') }
];
const SECOND = [
  { id: 5, parent: 3, ...frame('inner', 'http://host/a.js') },
  { id: 6, parent: 1, ...frame('(idle)') }
];

const event = (name: string, ts: number, data: object, more: object = {}): object => ({
  ...{ ph: 'P', name, ts, pid: 1, tid: 9, id: '0x2', cat: 'disabled-by-default-v8.cpu_profiler' },
  args: { data },
  ...more
});

describe('CPU samples in events, as Chrome writes them', () => {
  const chunks = [
    event(
      'ProfileChunk',
      1400,
      { cpuProfile: { nodes: SECOND, samples: [5, 6, 3] }, timeDeltas: [100, 50, 100] },
      { tid: 44 }
    ),
    { ph: 'M', name: 'thread_name', pid: 1, tid: 9, args: { name: 'CrRendererMain' } },
    { ph: 'X', name: 'Task', ts: 1000, dur: 500, pid: 1, tid: 9 },
    event('Profile', 1000, { startTime: 1010 }),
    event(
      'ProfileChunk',
      1200,
      { cpuProfile: { nodes: FIRST, samples: [3, 4, 2] }, timeDeltas: [20, 70, -10] },
      { tid: 44 }
    )
  ];

  test('are those of the thread that is profiled, each until the next one', () => {
    const profile = read({ traceEvents: chunks });
    expect(sampled(profile)).toEqual([
      'CrRendererMain 30+70: main',
      'CrRendererMain 100+0: main (garbage collector)',
      'CrRendererMain 100+90: (program)',
      'CrRendererMain 190+50: main inner',
      'CrRendererMain 240+100: ',
      'CrRendererMain 340+0: main'
    ]);
    expect(profile.slices.length).toBe(1);
    expect(profile.meta.durationNs).toBe(500_000);
    expect(profile.sources[0]).toMatchObject({ status: 'ok', records: 7 });
    const { frames, strings } = profile;
    const inner = frames.name.findIndex(name => strings[name] === 'inner');
    expect([strings[frames.file[inner]], frames.line[inner]]).toEqual(['http://host/a.js', 5]);
  });

  test('are read from one event with all of them as well, with children in place of parents', () => {
    const nodes = [
      { id: 1, children: [2, 3], ...frame('(root)') },
      { id: 2, ...frame('main', 'a.js'), children: [4] },
      { id: 4, ...frame('native') }
    ];
    const cpuProfile = {
      nodes,
      startTime: 1000,
      endTime: 1100,
      samples: [2, 4],
      timeDeltas: [10, 30]
    };
    const profile = read([event('CpuProfile', 1500, { cpuProfile }, { ph: 'I', id: undefined })]);
    expect(sampled(profile)).toEqual(['thread 9 10+30: main', 'thread 9 40+60: main native']);
    expect(profile.frames.kind).toContain(FrameKind.native);
  });

  test('of two threads with the same numbers of nodes stay apart', () => {
    const whole = (tid: number, name: string): object[] => [
      event('Profile', 0, { startTime: 0 }, { tid, id: `0x${tid}` }),
      event(
        'ProfileChunk',
        1,
        { cpuProfile: { nodes: [{ id: 1, ...frame(name) }], samples: [1, 1] }, timeDeltas: [5, 5] },
        { tid: 44, id: `0x${tid}` }
      )
    ];
    expect(sampled(read([...whole(7, 'a'), ...whole(8, 'b')])).sort()).toEqual([
      'thread 7 10+0: a',
      'thread 7 5+5: a',
      'thread 8 10+0: b',
      'thread 8 5+5: b'
    ]);
  });

  test.each([
    [
      'no beginning',
      [event('ProfileChunk', 1, { cpuProfile: { samples: [1] }, timeDeltas: [1] })],
      'without the beginning'
    ],
    [
      'fewer times than samples',
      [event('Profile', 0, { startTime: 0, samples: [1, 1], timeDeltas: [1] })],
      '1 event has no usable time'
    ],
    [
      'times beyond all bounds',
      [event('Profile', 0, { startTime: 1e300, samples: [1], timeDeltas: [1] })],
      '1 event has no usable time'
    ],
    [
      'no data',
      [
        event('Profile', 0, {}, { args: null }),
        event('ProfileChunk', 0, {}, { args: { data: 5 } })
      ],
      ''
    ]
  ])('with %s are left out and counted', (_, events, message) => {
    const profile = read([{ ph: 'i', ts: 0, name: 'mark' }, ...events]);
    expect(profile.sources[0].message).toContain(message);
  });

  test('of nodes that are their own callers, or very deep, do no harm', () => {
    const circle = [
      { id: 1, parent: 2, ...frame('a') },
      { id: 2, parent: 1, ...frame('b') }
    ];
    const deep = Array.from({ length: 30_000 }, (_, id) => ({
      id: id + 10,
      parent: id + 9,
      ...frame('f')
    }));
    const data = {
      startTime: 0,
      nodes: [...circle, ...deep],
      samples: [1, 30_009, 2],
      timeDeltas: [1, 1, 1]
    };
    expect(read([event('Profile', 0, data)]).samples.length).toBe(3);
  });
});

describe('CPU samples of the whole file', () => {
  const stackFrames = {
    1: { name: '[root]', category: 'root' },
    2: { name: 'main', category: 'app', parent: 1 },
    3: { name: 'work', category: 'app', parent: '2' }
  };
  const sample = (ts: unknown, sf: unknown, tid: unknown = 7): object => ({
    ts,
    sf,
    tid,
    pid: 5,
    cpu: '-1',
    weight: '1'
  });

  test('have their stacks and the time until the next one of their thread', () => {
    const samples = [
      sample('130', 2),
      sample(100, 3),
      sample('110', 1, '8'),
      sample(170, 9),
      sample('150', 3, '8')
    ];
    const traceEvents = [{ ph: 'M', name: 'thread_name', pid: 5, tid: 7, args: { name: 'main' } }];
    expect(sampled(read({ traceEvents, samples, stackFrames }))).toEqual([
      'main 0+30: [root] main work',
      'thread 8 10+40: [root]',
      'main 30+40: [root] main',
      'thread 8 50+0: [root] main work',
      'main 70+0: '
    ]);
  });

  test('are read wherever in the file they are, and damaged ones are counted', () => {
    expect(sampled(read({ stackFrames, samples: [sample(1, 2)], traceEvents: [] }))).toHaveLength(
      1
    );
    const damaged = read({ samples: [5, { sf: 1 }, sample(1, 2)], traceEvents: [] });
    expect(damaged.samples.length).toBe(1);
    expect(damaged.sources[0].message).toContain('1 event has no usable time');
  });
});
