import type { Profile } from 'kernelscope/model';
import { expect, test } from 'vitest';
import { encodeCpuprofile } from '../../../../src/formats/cpuprofile/write';
import { readCpuprofile } from '../../../../src/formats/cpuprofile/read';
import { CPUPROFILE } from '../../../../src/formats/cpuprofile/format';
import { FileStart } from '../../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../../src/formats/shared/imported/traceImportError';
import { richProfile } from '../../../support/richProfile';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => 0, fileOf: (url: string) => `shown ${url}` };

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

function read(value: unknown): Profile {
  return readCpuprofile(new TextEncoder().encode(JSON.stringify(value)), OPTIONS, SCRIPTS);
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
  expect(strings[lineTicks.file[0]]).toBe('shown file:///a.js');
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
  [{ ...WHOLE, samples: [3] }, '1 samples and 4 times'],
  [{ ...WHOLE, samples: [3, 2, 4, 9] }, 'node 9 is not in the file'],
  [{ ...WHOLE, nodes: [{ id: 1 }] }, 'nodes row 0, callFrame, is missing'],
  [
    { ...WHOLE, nodes: [{ id: 3, ...frame('f'), children: [3] }], samples: [3, 3, 3, 3] },
    'a circle'
  ],
  [{ ...WHOLE, timeDeltas: [1, 2, 'x', 4] }, 'timeDeltas row 2 is not a number'],
  [{ nodes: [] }, 'samples is missing']
])('what is no such profile is an error that says why (%#)', (value, message) => {
  expect(() => read(value)).toThrow(TraceImportError);
  expect(() => read(value)).toThrow(message);
});
