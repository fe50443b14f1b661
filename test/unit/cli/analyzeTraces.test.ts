import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordedProfile } from '../../../src/engine/results/recordedProfile';
import { GPU_STEPS, gpuProfile } from '../../support/gpuProfile';
import { runCommand } from '../../support/runCommand';
import { useFolder } from '../../support/folders';

const folder = useFolder();
const ENDINGS = ['kscope', 'json', 'perfetto-trace', 'json.gz'] as const;

const fileOf = (name: string): string => join(folder, name);

beforeAll(() => {
  const profile = new RecordedProfile(gpuProfile());
  for (const ending of ENDINGS) profile.save(fileOf(`run.${ending}`));
});

interface Report {
  readonly totals: Readonly<Record<string, number>>;
  readonly tables: readonly { readonly rows: readonly Readonly<Record<string, unknown>>[] }[];
}

async function report(file: string): Promise<Report> {
  const args = ['-t', '0', '--format', 'json', '--show-host', '--order-by', '+time'];
  const { out, code } = await runCommand('analyze', file, ...args);
  expect(code).toBe(0);
  return JSON.parse(out) as Report;
}

describe('kernelscope analyze on profiles and traces', () => {
  it.each(ENDINGS)('finds the same operators in a file of ending %s', async ending => {
    const expected = await report(fileOf('run.kscope'));
    const found = await report(fileOf(`run.${ending}`));
    expect(expected.tables.map(({ rows }) => rows.length)).toEqual([GPU_STEPS, 2 * GPU_STEPS]);
    const withoutIds = ({ tables }: Report) =>
      tables.map(({ rows }) =>
        rows.map(row => [row.name, row.type, Number(row.seconds).toFixed(8), row.inShapes])
      );
    expect(withoutIds(found)).toEqual(withoutIds(expected));
    expect(found.totals.deviceSeconds).toBeCloseTo(expected.totals.deviceSeconds, 9);
  });

  it('says in the heading what the times are times of', async () => {
    const { out } = await runCommand('analyze', fileOf('run.json'));
    expect(out).toContain('│ device self time (gpu)');
  });

  it('filters by type, and tells what copies took', async () => {
    const args = ['--type', 'conv', '--print-only', 'device', '-t', '1', '--confluence'];
    const { out, code } = await runCommand('analyze', fileOf('run.kscope'), ...args);
    expect(code).toBe(0);
    expect(out.split('\n').length).toBeGreaterThan(1);
  });

  it('tells a profile of MegEngine by its content, not by its name', async () => {
    const file = fileOf('misnamed.kscope');
    writeFileSync(file, `{"pad":"${'x'.repeat(100_000)}","profiler":{"device":[]}}`);
    const { err, code } = await runCommand('analyze', file);
    expect(code).toBe(1);
    expect(err).toContain('as a profile of MegEngine, it is damaged: profiler.device: an object');
  });

  it.each([
    ['empty', '', 'it is empty'],
    ['text', 'hello', 'it is neither a Perfetto trace'],
    ['other', '{"version":1}', 'it is JSON, but neither a Perfetto trace'],
    ['cut', '{"profiler":{"device":{"7":', 'as a profile of MegEngine, it is damaged']
  ])('says of a file with %s content what it was taken for', async (name, content, message) => {
    const file = fileOf(name);
    writeFileSync(file, content);
    const { err, out, code } = await runCommand('analyze', file);
    expect(err).toContain(message);
    expect(err).toContain(file);
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  it('analyzes what is whole of a trace that is cut off, and says so', async () => {
    const whole = readFileSync(fileOf('run.json'));
    const file = fileOf('cut.json');
    writeFileSync(file, whole.subarray(0, whole.length * 0.8));
    const { err, code } = await runCommand('analyze', file);
    expect(code).toBe(0);
    expect(err).toBe('kernelscope: the file is cut off: this covers its complete part\n');
  });

  it('says where a profile has nothing to analyze', async () => {
    const file = fileOf('none.json');
    writeFileSync(file, '{"traceEvents":[]}');
    const { err, code, out } = await runCommand('analyze', file);
    expect(err).toBe('kernelscope: it has neither operators nor other slices\n');
    expect(out).toContain('total device time  N/A');
    expect(code).toBe(0);
  });

  it('says that a profile has CPU samples, and what prints them', async () => {
    const file = fileOf('run.cpuprofile');
    const callFrame = {
      functionName: 'work',
      scriptId: '1',
      url: '',
      lineNumber: 0,
      columnNumber: 0
    };
    const nodes = [{ id: 1, callFrame, children: [] }];
    const times = { startTime: 0, endTime: 20, samples: [1, 1], timeDeltas: [0, 10] };
    writeFileSync(file, JSON.stringify({ nodes, ...times }));
    const { err, code } = await runCommand('analyze', file);
    expect(err).toBe(
      'kernelscope: it has only CPU samples, no operators: `kernelscope show` prints them\n'
    );
    expect(code).toBe(0);
  });

  it.each([
    [['--type', 'Nope'], /^kernelscope: no operator matches; there are the types \S.*\n$/],
    [['--opr-name', 'nope'], /^kernelscope: no operator matches; there are the types /],
    [['--min-time', '1e9'], /^kernelscope: none of \d+ operators took a time within the limits\n$/]
  ])('says that %j leave nothing, and prints what it always did', async (args, message) => {
    const { err, out, code } = await runCommand('analyze', fileOf('run.kscope'), ...args);
    expect(err).toMatch(message);
    expect(out).toContain('total device time');
    expect(code).toBe(0);
  });

  it('names a file that is missing, and a directory', async () => {
    for (const file of [fileOf('missing.json'), folder]) {
      const { err, code } = await runCommand('analyze', file);
      expect(err).toContain(file);
      expect(code).toBe(1);
    }
  });
});
