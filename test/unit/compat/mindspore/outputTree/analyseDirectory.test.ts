import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AnalyseOptions } from '../../../../../src/compat/mindspore/outputTree/analyseOptions';
import { analyseDirectory } from '../../../../../src/compat/mindspore/outputTree/analyseDirectory';
import { OutputTreeError } from '../../../../../src/compat/mindspore/outputTree/treeNames';
import { createInstrumentIterator } from '../../../../../src/engine/annotate/instrumentIterator';
import { encodeKscope } from '../../../../../src/formats';
import type { Profile } from '../../../../../src/model/profile/profile';
import { drawProfile } from '../../../../support/drawProfile';
import { gpuProfile } from '../../../../support/gpuProfile';
import { sampledProfile } from '../../../../support/sampledProfile';
import { trainingProfile } from '../../../../support/trainingProfile';
import { BARE, useTestSessions } from '../../../../support/testSessions';

const test = useTestSessions();

const KEEP_ALL: AnalyseOptions = { pretty: false, stepList: null, dataSimplification: false };

const OUTPUT = [
  'kernel_details.csv',
  'memory_record.csv',
  'operator_details.csv',
  'step_trace_time.csv',
  'trace_view.json'
];
const FRAMEWORK = [
  'cpu_framework_0.txt',
  'cpu_op_detail_info_0.csv',
  'cpu_op_execute_timestamp_0.txt',
  'cpu_op_type_info_0.csv'
];

const steps = drawProfile(
  `
  main   |[ProfilerStep#4      ][ProfilerStep#5      ][ProfilerStep#6      ]
         | [operator/a]          [operator/b]          [operator/c]
  lane 1 |               [operator/long   ]`,
  { nsPerColumn: 1000 }
);

const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 1 });

/** The directory of a cycle with this profile. */
function treeOf(profile: Profile, metadata?: string): string {
  const directory = test().file('host_1_20260101000000000_kscope');
  mkdirSync(directory);
  writeFileSync(path.join(directory, 'profile.kscope'), encodeKscope(profile, { deflate }));
  if (metadata !== undefined) {
    writeFileSync(path.join(directory, 'profiler_metadata.json'), metadata);
  }
  return directory;
}

const textIn = (directory: string, ...names: readonly string[]): string =>
  readFileSync(path.join(directory, ...names), 'utf8');

interface Trace {
  readonly traceEvents: readonly { readonly ph: string; readonly name: string; cat?: string }[];
  readonly [key: string]: unknown;
}

const traceIn = (directory: string): Trace =>
  JSON.parse(textIn(directory, 'KSCOPE_OUTPUT', 'trace_view.json')) as Trace;

/** Values of one column of the step trace, microseconds. */
function stepColumn(directory: string, name: string): number[] {
  const [heading, ...lines] = textIn(directory, 'KSCOPE_OUTPUT', 'step_trace_time.csv')
    .trimEnd()
    .split('\n')
    .map(line => line.split(','));
  return lines.map(fields => Number(fields[heading.indexOf(name)]));
}

describe('analyseDirectory', () => {
  it('makes all files of the tree, and says which', () => {
    const directory = treeOf(steps, '{"lr":0.1,"kj":{"a":[1,2]}}');
    const { files, ...result } = analyseDirectory(directory, KEEP_ALL);
    expect(result).toEqual({ directory, steps: [4, 5, 6], slices: 7, notes: [] });
    expect(readdirSync(path.join(directory, 'KSCOPE_OUTPUT')).sort()).toEqual(OUTPUT);
    expect(readdirSync(path.join(directory, 'FRAMEWORK')).sort()).toEqual(FRAMEWORK);
    expect(files.map(file => path.basename(file)).sort()).toEqual([...FRAMEWORK, ...OUTPUT]);
    expect(files.every(existsSync)).toBe(true);
    expect(traceIn(directory)).toMatchObject({ lr: 0.1, kj: { a: [1, 2] } });
    expect(stepColumn(directory, 'Step')).toEqual([4, 5, 6]);
  });

  it('indents the trace where it is to be pretty', () => {
    const directory = treeOf(steps);
    analyseDirectory(directory, KEEP_ALL);
    const trace = traceIn(directory);
    analyseDirectory(directory, { ...KEEP_ALL, pretty: true });
    expect(traceIn(directory)).toEqual(trace);
    expect(textIn(directory, 'KSCOPE_OUTPUT', 'trace_view.json')).toMatch(/^\{\n {4}"/);
  });

  it('removes the framework files where data is simplified, and nothing else', () => {
    const directory = treeOf(steps);
    analyseDirectory(directory, KEEP_ALL);
    const { files } = analyseDirectory(directory, { ...KEEP_ALL, dataSimplification: true });
    expect(files).toHaveLength(OUTPUT.length);
    expect(readdirSync(directory).sort()).toEqual(['KSCOPE_OUTPUT', 'profile.kscope']);
    mkdirSync(path.join(directory, 'FRAMEWORK'));
    writeFileSync(path.join(directory, 'FRAMEWORK', 'mine.txt'), 'mine');
    analyseDirectory(directory, { ...KEEP_ALL, dataSimplification: true });
    expect(textIn(directory, 'FRAMEWORK', 'mine.txt')).toBe('mine');
  });

  it('tells of the steps that are asked for alone, cutting what reaches beyond', () => {
    const directory = treeOf(steps);
    const result = analyseDirectory(directory, { ...KEEP_ALL, stepList: [5] });
    expect(result).toMatchObject({ steps: [5], slices: 3 });
    expect(stepColumn(directory, 'Step')).toEqual([5]);
    const operators = textIn(directory, 'KSCOPE_OUTPUT', 'operator_details.csv').split('\n');
    expect(operators.slice(1, -1).map(line => line.split(',')[0])).toEqual(['long', 'b']);
    expect(operators[1]).toContain(',11.000,11.000,');
    const names = traceIn(directory).traceEvents.filter(({ ph }) => 'Xb'.includes(ph));
    expect(names.map(({ name }) => name)).not.toContain('a');
  });

  it.each([
    [[7], 'has no step 7: it has steps 4 to 6'],
    [[3, 4], 'has no step 3: it has steps 4 to 6'],
    [[], 'cannot be analysed for an empty stepList: it has steps 4 to 6']
  ])('refuses the steps %j', (stepList, text) => {
    const directory = treeOf(steps);
    const analyse = () => analyseDirectory(directory, { ...KEEP_ALL, stepList });
    expect(analyse).toThrow(OutputTreeError);
    expect(analyse).toThrow(`${directory} ${text}`);
    expect(readdirSync(directory)).toEqual(['profile.kscope']);
  });

  it('analyses all of a profile without steps, and says so', () => {
    const directory = treeOf(drawProfile('main |[operator/a]'));
    const analysed = analyseDirectory(directory, { ...KEEP_ALL, stepList: [1] });
    expect(analysed).toMatchObject({ steps: [], slices: 1 });
    expect(analysed.notes).toEqual([expect.stringContaining('has no steps, so all of it')]);
  });

  it('shows CPU samples in the trace as a flame graph', () => {
    const directory = treeOf(sampledProfile({ samples: 50, names: ['f', 'g'] }));
    analyseDirectory(directory, KEEP_ALL);
    const { traceEvents } = traceIn(directory);
    expect(traceEvents.some(({ cat, name }) => cat === 'call stack' && /^f /.test(name))).toBe(
      true
    );
  });

  it.each([
    ['of a GPU', gpuProfile],
    ['of training', trainingProfile],
    ['without anything', () => drawProfile('')]
  ])('analyses profiles %s', (_, make) => {
    const { files } = analyseDirectory(treeOf(make()), KEEP_ALL);
    expect(files).toHaveLength(OUTPUT.length + FRAMEWORK.length);
  });

  it('measures waiting for data as long as it was', async () => {
    const { profile, range, file } = test();
    const instrumentIterator = createInstrumentIterator(range);
    const waitsMs = [40, 25, 60];
    const least: number[] = [];
    async function* load(): AsyncGenerator<number> {
      for (const waitMs of waitsMs) {
        const begun = performance.now();
        await sleep(waitMs);
        least.push(performance.now() - begun);
        yield waitMs;
      }
    }
    const most: number[] = [];
    const session = profile(BARE);
    const batches = instrumentIterator(load())[Symbol.asyncIterator]();
    for (let step = 0; step < waitsMs.length; step++) {
      await range(`ProfilerStep#${step}`, async () => {
        const begun = performance.now();
        await batches.next();
        most.push(performance.now() - begun);
      });
    }
    session.stop();
    const directory = file('waits');
    mkdirSync(directory);
    session.finished.save(path.join(directory, 'profile.kscope'));
    analyseDirectory(directory, KEEP_ALL);
    const measured = stepColumn(directory, 'Waiting For Data');
    waitsMs.forEach((_, step) => {
      expect(measured[step] / 1000).toBeGreaterThan(least[step] - 0.1);
      expect(measured[step] / 1000).toBeLessThan(most[step] + 0.1);
    });
  });
});

describe('a directory that is damaged', () => {
  it('gives what is intact, wherever its profile was cut off', () => {
    const directory = treeOf(steps);
    const file = path.join(directory, 'profile.kscope');
    const whole = readFileSync(file);
    let least = Infinity;
    for (let length = whole.length - 1; length >= 0; length -= 7) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      const analysed = analysedOrError(directory);
      if (analysed instanceof OutputTreeError) {
        expect(analysed.message).toContain(`Cannot load ${file}: `);
      } else {
        least = Math.min(least, length);
        expect(analysed.notes[0]).toContain(`${file} was cut off`);
      }
    }
    expect(least).toBeLessThan(whole.length / 2);
  });

  it('goes on without metadata that cannot be read, and says so', () => {
    const directory = treeOf(steps, '{"half":');
    const file = path.join(directory, 'profiler_metadata.json');
    const [note, ...others] = analyseDirectory(directory, KEEP_ALL).notes;
    expect(others).toEqual([]);
    expect(note).toContain(`${file} was left out: `);
    for (const text of ['[1]', '7', '"a"', 'null']) {
      writeFileSync(file, text);
      expect(analyseDirectory(directory, KEEP_ALL).notes).toEqual([
        `${file} was left out: it does not contain a JSON object.`
      ]);
    }
  });

  it('leaves out metadata that a trace has a key for', () => {
    const directory = treeOf(steps, '{"traceEvents":[],"k":"v"}');
    const { notes } = analyseDirectory(directory, KEEP_ALL);
    expect(notes).toEqual([expect.stringContaining('The metadata traceEvents of ')]);
    expect(traceIn(directory).k).toBe('v');
    expect(traceIn(directory).traceEvents.length).toBeGreaterThan(0);
  });

  it('takes any name of metadata for a name', () => {
    const directory = treeOf(steps, '{"__proto__":{"a":1},"constructor":2}');
    analyseDirectory(directory, KEEP_ALL);
    const text = textIn(directory, 'KSCOPE_OUTPUT', 'trace_view.json');
    expect(text).toContain('"__proto__":{"a":1},"constructor":2,');
  });

  it('is named where it is absent, a file, empty or foreign', () => {
    const { file } = test();
    const missing = file('missing');
    expect(() => analyseDirectory(missing, KEEP_ALL)).toThrow(`There is no directory ${missing}.`);
    const plain = file('plain');
    writeFileSync(plain, '');
    expect(() => analyseDirectory(plain, KEEP_ALL)).toThrow(`${plain} is a file.`);
    const foreign = path.join(__dirname, '../../../../golden/mindspore_output_tree');
    const empty = file('empty');
    mkdirSync(empty);
    for (const directory of [empty, foreign]) {
      const analyse = () => analyseDirectory(directory, KEEP_ALL);
      expect(analyse).toThrow(OutputTreeError);
      expect(analyse).toThrow(
        `${directory} has no profile.kscope: it is not the directory of a cycle`
      );
    }
  });

  it.each([
    ['a newer version', [8, 9], 'container version 9'],
    ['no profile', [0, 0x7a], 'it is neither a Perfetto trace']
  ])('is named where its profile is of %s', (_, [at, byte], text) => {
    const directory = treeOf(steps);
    const file = path.join(directory, 'profile.kscope');
    const bytes = readFileSync(file);
    bytes[at] = byte;
    writeFileSync(file, bytes);
    const analyse = () => analyseDirectory(directory, KEEP_ALL);
    expect(analyse).toThrow(OutputTreeError);
    expect(analyse).toThrow(`Cannot load ${file}: `);
    expect(analyse).toThrow(text);
  });

  it('names the file that it cannot write', () => {
    const directory = treeOf(steps);
    writeFileSync(path.join(directory, 'KSCOPE_OUTPUT'), 'in the way');
    expect(() => analyseDirectory(directory, KEEP_ALL)).toThrow(
      `Cannot write ${path.join(directory, 'KSCOPE_OUTPUT', 'trace_view.json')}: `
    );
  });
});

function analysedOrError(directory: string) {
  try {
    return analyseDirectory(directory, KEEP_ALL);
  } catch (error) {
    if (error instanceof OutputTreeError) return error;
    throw error;
  }
}
