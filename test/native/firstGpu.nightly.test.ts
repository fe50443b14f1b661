import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

/** Programs of coreutils that the scripts use, with bash, xz, and what a compiler consists of. */
const TOOLS =
  'bash cat chmod cp dirname head mkdir mktemp mv nproc rm sleep split stat tail timeout uname wc xz'.split(
    ' '
  );
const COMPILER = ['g++', 'as', 'ld'];

const BUILDER = path.join(repositoryRoot(), 'scripts', 'steps', 'gpuFolder.mjs');

const ADDON = 'kernelscope-linux-x64.node';

/** A line of the report. */
interface ReportLine {
  readonly outcome: string;
  readonly check: string;
  readonly detail: string;
}

interface FirstRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly report: string;
  readonly lines: readonly ReportLine[];
  readonly out: string;
}

let scratch = '';
let built = '';
/** What the build of the folder printed. */
let said = '';

/** Packing Node for the first time takes minutes where others work as well. */
const PACKING_MS = 900_000;

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-first-gpu-'));
  built = path.join(scratch, 'built');
  said = execFileSync(
    process.execPath,
    ['scripts/testGpu.mjs', '--build-only', '--folder', built],
    { cwd: repositoryRoot(), encoding: 'utf8' }
  );
}, PACKING_MS);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Compiling takes half a minute of a core, of which others may have most: the limit of a loan of a GPU is not for it. */
const COMPILING_S = 500;

/** A folder of links to `tools`, the only one in which programs are found. */
function toolsFolder(tools: readonly string[]): string {
  const folder = mkdtempSync(path.join(scratch, 'bin-'));
  for (const tool of tools) {
    const found = (process.env['PATH'] ?? '')
      .split(':')
      .map(each => path.join(each, tool))
      .find(existsSync);
    if (found === undefined) throw new Error(`${tool} is not installed`);
    symlinkSync(found, path.join(folder, tool));
  }
  return folder;
}

/** Python as an absolute path, which needs no PATH. */
function pythonProgram(): string {
  const code = 'import sys; print(sys.executable)';
  return execFileSync('python3', ['-c', code], { encoding: 'utf8' }).trim();
}

interface Machine {
  readonly tools?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the copied folder before it is used. */
  readonly change?: (folder: string) => void;
  readonly hasDriver?: boolean;
  readonly script?: 'first.sh' | 'second.sh';
  /** Arguments after the folder for the results. */
  readonly args?: readonly string[];
  readonly timeoutMs?: number;
}

/** A script of a copy of the folder in an environment with nothing else: how it is called, and its results. */
function prepare({
  tools = [...TOOLS, ...COMPILER],
  env,
  change,
  hasDriver = true,
  script = 'first.sh',
  args = []
}: Machine): Prepared {
  const folder = mkdtempSync(path.join(scratch, 'copy-'));
  cpSync(built, folder, { recursive: true });
  change?.(folder);
  const home = mkdtempSync(path.join(scratch, 'home-'));
  const out = path.join(scratch, path.basename(folder).replace('copy', 'out'));
  return {
    args: [path.join(folder, script), out, ...args],
    options: {
      cwd: home,
      env: {
        PATH: toolsFolder(tools),
        HOME: home,
        PYTHON: '/nonexistent/python3',
        ...(hasDriver && { LD_LIBRARY_PATH: buildFakeCuda().folder }),
        FAKE_GPU_KERNEL_NS: '300000',
        ...env
      }
    },
    out
  };
}

interface Prepared {
  readonly args: readonly string[];
  readonly options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  readonly out: string;
}

/** Runs a script to its end. */
function runFirst(machine: Machine): FirstRun {
  const { args, options, out } = prepare(machine);
  const { status, stdout, stderr } = spawnSync('/bin/bash', args, {
    ...options,
    encoding: 'utf8',
    timeout: machine.timeoutMs ?? 170_000
  });
  expect(stderr).toBe('');
  const report = readFileSync(path.join(out, 'report.md'), 'utf8');
  return { ...{ status, stdout, report, out }, lines: linesOf(report) };
}

function linesOf(report: string): readonly ReportLine[] {
  const lines = [...report.matchAll(/^\| (?!outcome|---)(.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)];
  return lines.map(([, outcome, check, , detail]) => ({ outcome, check, detail }));
}

const having = ({ lines }: FirstRun, outcome: string): string[] =>
  lines.filter(line => line.outcome === outcome).map(({ check }) => check);

const lineOf = ({ lines }: FirstRun, check: string): ReportLine | undefined =>
  lines.find(line => line.check === check);

const truncate = (folder: string): void => truncateSync(path.join(folder, ADDON), 100_000);

/** Checks of one kernel after another, and what they are in a report. */
const ONE_KERNEL = 'checks: a kernel is recorded with its call';
const DURATIONS = 'checks: kernels last as long as the events around them say';
const STREAMS = 'checks: kernels of two streams are told apart, and overlap';

describe('the folder for a machine with a GPU and nothing else', () => {
  it('has at most 36 MB, no link, and the sources of the addon', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const sizes = files.map(name => lstatSync(path.join(built, name)));
    expect(sizes.filter(each => each.isSymbolicLink())).toEqual([]);
    const bytes = sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
    expect(bytes).toBeLessThan(36e6);
    expect(said).toContain(`${(bytes / 1e6).toFixed(1)} MB`);
    expect(files).toEqual(
      expect.arrayContaining([
        ...['first.sh', 'second.sh', 'steps.sh'],
        ...['addon/cc/napi/addon.cc', 'addon/include/node_api.h']
      ])
    );
  });

  it('is refused above a limit', () => {
    const code = `import(${JSON.stringify(pathToFileURL(BUILDER).href)})
      .then(({ checkSize }) => checkSize(${JSON.stringify(built)}, 1e6))
      .catch(error => { console.log(error.message); process.exit(1); })`;
    const { status, stdout } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/ has \d+\.\d MB, more than 1 MB/);
  });

  it('reports every check of a GPU in the order of worth, and what could not run', () => {
    const groups = 'kernel,clock,durations,copies,streams,graphs,samples';
    const run = runFirst({
      env: { ONLY: 'doctor,checks,notebook,nvidia-smi,ldd', GROUPS_ONLY: groups }
    });
    expect(having(run, 'failed')).toEqual([]);
    expect(having(run, 'left out')).toEqual([]);
    expect(having(run, 'not possible')).toEqual(['nvidia-smi', 'ldd']);
    expect(lineOf(run, 'nvidia-smi')?.detail).toBe('nvidia-smi is not installed');
    const order = run.lines.map(({ check }) => check);
    const wanted = [
      ...['unpack', 'load', 'kernel', 'doctor', 'checks: the kernels compile', ONE_KERNEL],
      'checks: kernels lie between their launch and the wait for them',
      ...[DURATIONS, 'checks: copies and fills have their bytes and directions', STREAMS],
      'checks: kernels of a graph belong to its launch',
      'checks: a graph is recorded as a whole',
      'checks: NVML is sampled while the GPU works',
      'notebook: cell 1'
    ];
    expect(order.filter(check => wanted.includes(check))).toEqual(wanted);
    expect(order.filter(name => name.startsWith('notebook: '))).toHaveLength(3);
    expect(run.status).toBe(1);
    expect(run.report).toMatch(/^- CUPTI: .*13\.0\.1/m);
    expect(run.report).toMatch(/^- CUDA driver: .*13\.0/m);
    expect(run.report).toMatch(/^- glibc: \d/m);
    expect(readdirSync(run.out)).toEqual(
      expect.arrayContaining(['doctor.log', 'notebook.log', 'checks.json'])
    );
  });

  it('unpacks Node by Python where xz is missing, and says if that is missing as well', () => {
    const tools = TOOLS.filter(tool => tool !== 'xz');
    const python = runFirst({ tools, env: { ONLY: 'none', PYTHON: pythonProgram() } });
    expect(lineOf(python, 'unpack')).toMatchObject({ outcome: 'passed', detail: process.version });
    const nothing = runFirst({ tools, env: { ONLY: 'none' } });
    expect(lineOf(nothing, 'unpack')).toMatchObject({
      outcome: 'not possible',
      detail: 'neither xz nor python3 is installed'
    });
  });

  it(
    'compiles an addon that does not load, and uses it',
    () => {
      const limits = { LIMIT_S: `${COMPILING_S + 360}`, REBUILD_LIMIT_S: `${COMPILING_S}` };
      const run = runFirst({
        change: truncate,
        env: { ONLY: 'checks', GROUPS_ONLY: 'streams', CXXFLAGS: '-O0', ...limits },
        timeoutMs: PACKING_MS
      });
      expect(having(run, 'failed')).toEqual(['load']);
      expect(having(run, 'passed')).toEqual(expect.arrayContaining(['rebuild', 'reload', STREAMS]));
    },
    PACKING_MS
  );

  it('says that there is no compiler either, and goes on', () => {
    const run = runFirst({ change: truncate, tools: TOOLS });
    expect(lineOf(run, 'rebuild')).toMatchObject({
      outcome: 'not possible',
      detail: 'g++ is not installed'
    });
    for (const step of ['checks', 'notebook', 'record', 'more']) {
      expect(lineOf(run, step)).toMatchObject({
        outcome: 'not possible',
        detail: 'the addon cannot be loaded'
      });
    }
    expect(having(run, 'passed')).toEqual(['unpack', 'kernel']);
    expect(run.status).toBe(1);
  });

  it('cuts off a check that hangs, and runs the others', () => {
    const env = {
      FAKE_GPU_FAIL: 'cuEventElapsedTime_v2=hang',
      ONLY: 'checks',
      GROUPS_ONLY: 'kernel,durations,streams',
      GROUP_LIMIT_S: '25'
    };
    const run = runFirst({ env });
    expect(having(run, 'failed')).toEqual([DURATIONS]);
    expect(lineOf(run, DURATIONS)?.detail).toBe('cut off after 25 s');
    expect(having(run, 'passed')).toEqual(expect.arrayContaining([ONE_KERNEL, STREAMS]));
  });

  it('says which check crashed, and runs the others', () => {
    const env = {
      FAKE_GPU_FAIL: 'cuEventElapsedTime_v2=crash',
      ONLY: 'checks',
      GROUPS_ONLY: 'kernel,durations,streams'
    };
    const run = runFirst({ env });
    expect(having(run, 'failed')).toEqual([DURATIONS]);
    expect(lineOf(run, DURATIONS)?.detail).toBe('ended by SIGABRT');
    expect(having(run, 'passed')).toEqual(expect.arrayContaining([ONE_KERNEL, STREAMS]));
    const { results } = JSON.parse(readFileSync(path.join(run.out, 'checks.json'), 'utf8')) as {
      readonly results: readonly { readonly name: string }[];
    };
    expect(results.map(({ name }) => `checks: ${name}`)).toEqual(
      expect.arrayContaining([ONE_KERNEL, DURATIONS, STREAMS])
    );
  });

  it('has written what is known when it is ended itself', async () => {
    const { args, options, out } = prepare({
      env: {
        FAKE_GPU_FAIL: 'cuEventElapsedTime_v2=hang',
        ONLY: 'checks',
        GROUPS_ONLY: 'kernel,durations',
        // What the script has started ends by itself then.
        GROUP_LIMIT_S: '25'
      }
    });
    const script = spawn('/bin/bash', args, { ...options, detached: true, stdio: 'ignore' });
    const report = (): string => {
      const file = path.join(out, 'report.md');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    await vi.waitUntil(() => report().includes(ONE_KERNEL), { timeout: 160_000, interval: 100 });
    process.kill(-(script.pid as number), 'SIGKILL');
    expect(linesOf(report()).map(({ check }) => check)).toEqual([
      ...['unpack', 'load', 'kernel', 'checks: what GPUs do can be recorded here'],
      ...['checks: the kernels compile', ONE_KERNEL]
    ]);
  });

  it('leaves out what there is no time for, and says so', () => {
    const run = runFirst({ env: { LIMIT_S: '4' } });
    expect(lineOf(run, 'unpack')).toMatchObject({ outcome: 'left out', detail: '4 s have passed' });
    expect(lineOf(run, 'more')?.detail).toBe('Node was not unpacked');
    const program = path.join(built, 'testGpu.cjs');
    const whole = spawnSync(process.execPath, [program, '--limit', '0'], { encoding: 'utf8' });
    expect(whole.stdout.split('\n').filter(line => line.includes('left out: 0 s'))).toHaveLength(
      15
    );
    expect([run.status, whole.status]).toEqual([1, 1]);
  });

  it('says of each check that it is not possible without a driver', () => {
    const run = runFirst({ hasDriver: false, env: { ONLY: 'checks,record,more' } });
    const checks = run.lines.filter(({ check }) => check.includes(': '));
    expect(checks.length).toBeGreaterThan(30);
    for (const line of checks) {
      expect(line, line.check).toMatchObject({ outcome: 'not possible' });
      expect(line.detail).toMatch(/^no-driver/);
    }
    expect(run.status).toBe(1);
  });

  it('has a second script for the groups that failed, and what the first one leaves out', () => {
    const run = runFirst({
      script: 'second.sh',
      args: ['kernel,streams'],
      env: { ONLY: 'doctor,notebook,illegal,ncu' }
    });
    expect(having(run, 'failed')).toEqual([]);
    expect(having(run, 'not possible')).toEqual(['ncu']);
    const passed = having(run, 'passed');
    expect(passed).toEqual(
      expect.arrayContaining([
        ONE_KERNEL.replace('checks', 'named'),
        STREAMS.replace('checks', 'named'),
        'illegal: cuda.reset() brings the device back',
        'notebook: cell 3'
      ])
    );
    expect(passed).not.toContain(DURATIONS.replace('checks', 'named'));
  });
});
