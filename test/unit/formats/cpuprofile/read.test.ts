import fc from 'fast-check';
import type { Profile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodePerfetto, encodePprof, encodeSpeedscope } from '../../../../src/formats';
import { encodeCpuprofile } from '../../../../src/formats/cpuprofile/write';
import { readCpuprofile } from '../../../../src/formats/cpuprofile/read';
import { CPUPROFILE } from '../../../../src/formats/cpuprofile/format';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import type { ScriptNames } from '../../../../src/formats/shared/imported/importedFrames';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { FrameKind } from '../../../../src/model/profile/profile';
import { classifyScript } from '../../../../src/model/profile/scriptKind';
import { richProfile } from '../../../support/richProfile';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => 0 };

const frame = (functionName: string, url = '', lineNumber = -1): object => ({
  callFrame: { functionName, url, scriptId: '0', lineNumber, columnNumber: -1 }
});

const WHOLE = {
  nodes: [
    { id: 1, ...frame('(root)'), children: [2, 4, 5] },
    { id: 2, ...frame('main', 'file:///a.js', 4), children: [3] },
    { id: 3, ...frame('', 'file:///a.js', 9), positionTicks: [{ line: 11, ticks: 2 }] },
    { id: 4, ...frame('(idle)') },
    { id: 5, ...frame('(garbage collector)') }
  ],
  startTime: 1000,
  endTime: 1100,
  samples: [3, 2, 4, 5],
  timeDeltas: [10, 20, 30, 5]
};

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const startOf = (value: unknown): FileStart => new FileStart(bytesOf(value));

function read(value: unknown, scripts: ScriptNames = SCRIPTS): Profile {
  return readCpuprofile(bytesOf(value), OPTIONS, scripts);
}

/** Each sample as its functions from the root on, with time and weight in microseconds. */
function samplesOf({ samples, stacks, frames, strings }: Profile): string[] {
  return Array.from(samples.stack, (stack, row) => {
    const names: string[] = [];
    for (let at = stack; at >= 0; at = stacks.prefix[at]) {
      names.unshift(strings[frames.name[stacks.frame[at]]]);
    }
    return `${names.join(' > ')} ${samples.time[row] / 1000}+${samples.weight[row] / 1000}`;
  });
}

test('samples have their stacks, and last until the next one', () => {
  const profile = read(WHOLE);
  expect(samplesOf(profile)).toEqual([
    'main > (anonymous) 10+20',
    'main 30+30',
    ' 60+5',
    '(garbage collector) 65+35'
  ]);
  expect(profile.meta).toMatchObject({ durationNs: 100_000, originNs: '1000000' });
  const { frames, lineTicks, strings } = profile;
  expect([...frames.line]).toEqual([5, 10, 0]);
  expect([...frames.kind]).toEqual([0, 0, 4]);
  expect(strings[lineTicks.file[0]]).toBe('file:///a.js');
  expect(lineTicks).toMatchObject({ line: Uint32Array.of(11), ticks: Uint32Array.of(2) });
});

test('stacks are the same where nodes name their parents in place of their children', () => {
  const parents: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 1, 5: 1 };
  const nodes = WHOLE.nodes.map(node => ({
    ...node,
    children: undefined,
    parent: parents[node.id]
  }));
  expect(samplesOf(read({ ...WHOLE, nodes }))).toEqual(samplesOf(read(WHOLE)));
});

test('garbage is collected by what ran before, and written back as V8 has it', () => {
  const collecting = { ...WHOLE, samples: [5, 3, 5, 2], timeDeltas: [10, 20, 30, 5] };
  const profile = read(collecting);
  const expected = [
    '(garbage collector) 10+20',
    'main > (anonymous) 30+30',
    'main > (anonymous) > (garbage collector) 60+5',
    'main 65+35'
  ];
  expect(samplesOf(profile)).toEqual(expected);
  const { nodes } = JSON.parse(new TextDecoder().decode(encodeCpuprofile(profile))) as {
    nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[];
  };
  const collectors = nodes.filter(each => each.callFrame.functionName === '(garbage collector)');
  expect(collectors).toHaveLength(1);
  expect(nodes[0].children).toContain(collectors[0].id);
  const again = readCpuprofile(encodeCpuprofile(profile), OPTIONS, SCRIPTS);
  expect(samplesOf(again).slice(0, 4)).toEqual(expected);
});

test('a profile that was written here has the same samples again, and idles until the end', () => {
  const bytes = encodeCpuprofile(richProfile());
  expect(CPUPROFILE.read.recognise(new FileStart(bytes))).toBe('certain');
  const again = readCpuprofile(bytes, OPTIONS, SCRIPTS);
  const namesOf = (profile: Profile): string[] =>
    samplesOf(profile).map(text => text.replace(/ \S+$/, ''));
  const before = namesOf(richProfile()).map(name => name.replace(/^\(root\)( > )?/, ''));
  expect(namesOf(again)).toEqual([...before, '']);
});

test.each([
  [
    { ...WHOLE, nodes: WHOLE.nodes.map(node => (node.id === 2 ? { ...node, parent: 9 } : node)) },
    'node 9 is not in the file'
  ],
  [{ ...WHOLE, nodes: [{ id: 1 }] }, 'nodes row 0, callFrame, is missing'],
  [
    { ...WHOLE, nodes: [{ id: 3, ...frame('f'), children: [3] }], samples: [3, 3, 3, 3] },
    'a circle'
  ],
  [{ ...WHOLE, timeDeltas: [1, 2, 'x', 4] }, 'timeDeltas row 2 is not a number'],
  [{ nodes: [] }, 'startTime is missing'],
  [{ head: { functionName: 'f' } }, 'node 0 below head, id, is missing'],
  [{ head: [] }, 'node 0 below head is missing or no object']
])('what is no such profile is an error that says why (%#)', (value, message) => {
  expect(() => read(value)).toThrow(TraceImportError);
  expect(() => read(value)).toThrow(message);
});

describe('code of a text', () => {
  const evaluated = {
    ...WHOLE,
    nodes: [
      { id: 1, ...frame('(root)'), children: [2, 3] },
      { id: 2, ...frame('checkRow'), children: [] },
      { id: 3, ...frame('consoleCall'), children: [] }
    ].map(node => (node.id === 2 ? withScript(node, '83') : node)),
    samples: [2, 3],
    timeDeltas: [10, 20]
  };

  test('that `eval` or `new Function` compiled is the user’s, other code without a file is V8’s own', () => {
    const { frames, strings } = read(evaluated, { kindOf: classifyScript });
    const kinds = Array.from(frames.name, (name, row) => [strings[name], frames.kind[row]]);
    expect(kinds).toEqual([
      ['checkRow', FrameKind.user],
      ['consoleCall', FrameKind.native]
    ]);
  });

  test('is the user’s again after it was written here', () => {
    const once = read(evaluated, { kindOf: classifyScript });
    const again = readCpuprofile(encodeCpuprofile(once), OPTIONS, { kindOf: classifyScript });
    expect([...again.frames.kind]).toEqual([...once.frames.kind]);
  });
});

function withScript<T extends object>(node: T, scriptId: string): T {
  const { callFrame } = node as { callFrame?: object };
  return { ...node, callFrame: { ...callFrame, scriptId, lineNumber: 0 } };
}

describe('the older form, with a tree below `head`', () => {
  const OLD = {
    ...{ typeId: 'CPU', uid: '1', title: 'run' },
    head: {
      ...{ functionName: '(root)', url: '', lineNumber: 0, id: 1, hitCount: 1 },
      children: [
        {
          ...{ functionName: 'parse', url: '/srv/app/parse.js', lineNumber: 5, id: 2, hitCount: 2 },
          children: [
            { functionName: 'trim', url: '', lineNumber: 0, id: 3, hitCount: 1, children: [] }
          ]
        }
      ]
    },
    ...{ startTime: 100, endTime: 100 },
    samples: [2, 3, 2, 2],
    timestamps: [100_000_000, 100_001_000, 100_002_500, 100_003_000]
  };

  test('is read: its lines count from 1, and its start and end are seconds that may be rounded', () => {
    const profile = read(OLD);
    expect(CPUPROFILE.read.recognise(startOf(OLD))).toBe('certain');
    expect(samplesOf(profile)).toEqual([
      'parse 0+1000',
      'parse > trim 1000+1500',
      'parse 2500+500',
      'parse 3000+0'
    ]);
    expect([...profile.frames.line]).toEqual([5, 0]);
    expect(profile.meta.durationNs).toBe(3e6);
  });

  test('has the time before the first sample where the start is not rounded', () => {
    const profile = read({ ...OLD, startTime: 99.9995, endTime: 100.004 });
    expect(samplesOf(profile)[0]).toBe('parse 500+1000');
    expect(samplesOf(profile)[3]).toBe('parse 3500+1000');
  });

  test('is read without samples too: each function has as much time as it has hits', () => {
    const counted = {
      ...OLD,
      samples: undefined,
      timestamps: undefined,
      startTime: 1,
      endTime: 1.004
    };
    const profile = read(counted);
    expect(samplesOf(profile)).toEqual([' 0+1000', 'parse 1000+2000', 'parse > trim 3000+1000']);
    expect(profile.sources[0].message).toContain('counts samples without their order');
  });
});

test('a file with counts and no samples has the time of each function', () => {
  const nodes = WHOLE.nodes.map(node => ({ ...node, hitCount: node.id === 3 ? 3 : 1 }));
  const profile = read({ ...WHOLE, nodes, samples: undefined, timeDeltas: undefined });
  const totals = new Map<string, number>();
  for (const text of samplesOf(profile)) {
    const [, name, weight] = /^(.*) [\d.]+\+([\d.]+)$/.exec(text) ?? [];
    totals.set(name, Number(weight));
  }
  expect(Object.fromEntries(totals)).toMatchObject({
    main: 100 / 7,
    'main > (anonymous)': 300 / 7
  });
  expect(profile.meta.durationNs).toBe(100_000);
});

test('samples of nodes that are not in the file are of unknown code, and counted', () => {
  const [first, second, ...rest] = WHOLE.samples;
  const profile = read({ ...WHOLE, samples: [first, 98, ...rest] });
  const whole = samplesOf(read(WHOLE));
  expect(second).not.toBe(98);
  expect(samplesOf(profile)[0]).toBe(whole[0]);
  expect(profile.samples.length).toBe(whole.length);
  expect(profile.samples.stack[1]).toBe(-1);
  expect(profile.sources[0].message).toContain(
    '1 sample is of a node that is not in the file: what ran then is not known.'
  );
});

test('samples without times last equally long, and the time of the end does no harm', () => {
  expect(samplesOf(read({ ...WHOLE, timeDeltas: undefined }))[1]).toBe('main 25+25');
  expect(samplesOf(read({ ...WHOLE, timeDeltas: [...WHOLE.timeDeltas, 35] }))).toEqual(
    samplesOf(read(WHOLE))
  );
});

describe('as many times as samples', () => {
  const noteOf = ({ sources }: Profile): string => sources[0].message;

  test('are not in a file of which the last samples have none: these share the time that is left', () => {
    const profile = read({ ...WHOLE, timeDeltas: [10, 20] });
    expect(samplesOf(profile)).toEqual([
      'main > (anonymous) 10+20',
      'main 30+23.333',
      ' 53.333+23.334',
      '(garbage collector) 76.667+23.333'
    ]);
    expect(noteOf(profile)).toContain('The last 2 samples have no times');
  });

  test('are not in one with times behind that of the end, which are left out', () => {
    const profile = read({ ...WHOLE, timeDeltas: [...WHOLE.timeDeltas, 35, 1, 1] });
    expect(samplesOf(profile)).toEqual(samplesOf(read(WHOLE)));
    expect(noteOf(profile)).toContain('The last 2 times have no samples and are left out.');
    const one = noteOf(read({ ...WHOLE, timeDeltas: [...WHOLE.timeDeltas, 35, 1] }));
    expect(one).toContain('The last 1 time has no sample and is left out.');
  });

  test('may be of the older form', () => {
    const head = { id: 1, ...{ functionName: 'main', url: 'file:///a.js', lineNumber: 1 } };
    const old = { head, startTime: 1.5, endTime: 1.500004, samples: [1, 1, 1] };
    const profile = read({ ...old, timestamps: [1_500_001] });
    expect(samplesOf(profile)).toEqual(['main 1+1', 'main 2+1', 'main 3+1']);
    expect(noteOf(profile)).toContain('The last 2 samples have no times');
  });

  test('however many there are: no sample is lost, the known times stay, and what is missing is said', () => {
    const deltas = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 12 });
    const samples = fc.array(fc.constantFrom(2, 3, 4, 5), { minLength: 1, maxLength: 12 });
    const lengthUs = fc.integer({ min: 0, max: 60_000 });
    fc.assert(
      fc.property(samples, deltas, lengthUs, (ids, timeDeltas, length) => {
        const file = { ...WHOLE, samples: ids, timeDeltas, endTime: WHOLE.startTime + length };
        const profile = read(file);
        const { time, weight } = profile.samples;
        expect(profile.samples.length).toBe(ids.length);
        let known = 0;
        timeDeltas.slice(0, ids.length).forEach((delta, at) => {
          known += delta;
          expect(time[at]).toBe(known * 1000);
        });
        const endNs = Math.max(profile.meta.durationNs, length * 1000);
        expect(profile.meta.durationNs).toBe(endNs);
        const sumNs = weight.reduce((sum, each) => sum + each, 0);
        expect(Math.abs(sumNs - (endNs - time[0]))).toBeLessThan(1);
        time.forEach((at, row) => expect(at).toBeGreaterThanOrEqual(row === 0 ? 0 : time[row - 1]));
        const note = noteOf(profile);
        const without = ids.length - timeDeltas.length;
        expect(note.includes('no times')).toBe(without > 0);
        expect(note.includes('left out')).toBe(without < -1);
      })
    );
  });
});

test.each([
  'file:///srv/app/parse.js',
  'file:///C:/app/parse.js',
  'https://host/a.js?v=1#x',
  'C:\\app\\a.js'
])('the address %s stays as it is in every export', url => {
  const nodes = WHOLE.nodes.map(node =>
    node.id === 2 ? { ...node, ...frame('main', url, 4) } : node
  );
  const profile = readCpuprofile(bytesOf({ ...WHOLE, nodes }), OPTIONS, { kindOf: classifyScript });
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const quoted = JSON.stringify(url);
  for (const encode of [encodeCpuprofile, encodeSpeedscope]) {
    expect(text(encode(profile))).toContain(quoted);
  }
  expect(text(encodePprof(profile))).toContain(url);
  expect(text(encodePerfetto(profile))).toContain(url);
});

test('source maps give functions and lines their place in the source', () => {
  const scripts = {
    kindOf: () => 0,
    sourceOf: ({ line, column }: { line: number; column: number }) => {
      return { name: 'parseRow', file: 'file:///a.ts', line: 10 * line, column };
    },
    lineOf: (_: string, line: number) => ({ file: 'file:///a.ts', line: 10 * line })
  };
  const { frames, strings, lineTicks } = read(WHOLE, scripts);
  expect(strings[frames.name[0]]).toBe('parseRow');
  expect([strings[frames.file[0]], frames.line[0]]).toEqual(['file:///a.ts', 50]);
  expect([strings[lineTicks.file[0]], lineTicks.line[0]]).toEqual(['file:///a.ts', 110]);
});
