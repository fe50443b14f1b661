import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFakeCuda } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

/** Programs of coreutils that the scripts use, with bash, gzip, and what a compiler consists of. */
const TOOLS =
  'bash cat chmod cp dirname gzip head mkdir mktemp mv nproc rm sleep split stat tail timeout uname wc'.split(
    ' '
  );
const COMPILER = ['g++', 'as', 'ld'];

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

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'kernelscope-first-gpu-'));
  built = path.join(scratch, 'built');
  execFileSync(process.execPath, ['scripts/testGpu.mjs', '--build-only', '--folder', built], {
    cwd: repositoryRoot()
  });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

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

interface Machine {
  readonly tools?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the copied folder before it is used. */
  readonly change?: (folder: string) => void;
  readonly hasDriver?: boolean;
}

/** Runs `first.sh` of a copy of the folder in an environment with nothing else. */
function runFirst({
  tools = [...TOOLS, ...COMPILER],
  env,
  change,
  hasDriver = true
}: Machine): FirstRun {
  const folder = mkdtempSync(path.join(scratch, 'copy-'));
  cpSync(built, folder, { recursive: true });
  change?.(folder);
  const home = mkdtempSync(path.join(scratch, 'home-'));
  const out = path.join(scratch, path.basename(folder).replace('copy', 'out'));
  const { status, stdout, stderr } = spawnSync('/bin/bash', [path.join(folder, 'first.sh'), out], {
    cwd: home,
    env: {
      PATH: toolsFolder(tools),
      HOME: home,
      PYTHON: '/nonexistent/python3',
      ...(hasDriver && { LD_LIBRARY_PATH: buildFakeCuda().folder }),
      FAKE_GPU_KERNEL_NS: '300000',
      ...env
    },
    encoding: 'utf8',
    timeout: 170_000
  });
  expect(stderr).toBe('');
  const report = readFileSync(path.join(out, 'report.md'), 'utf8');
  const lines = [...report.matchAll(/^\| (?!outcome|---)(.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)];
  return {
    ...{ status, stdout, report, out },
    lines: lines.map(([, outcome, check, , detail]) => ({ outcome, check, detail }))
  };
}

const having = ({ lines }: FirstRun, outcome: string): string[] =>
  lines.filter(line => line.outcome === outcome).map(({ check }) => check);

const lineOf = ({ lines }: FirstRun, check: string): ReportLine | undefined =>
  lines.find(line => line.check === check);

const truncate = (folder: string): void => truncateSync(path.join(folder, ADDON), 100_000);

describe('the folder for a machine with a GPU and nothing else', () => {
  it('has at most 60 MB, no link, and the sources of the addon', () => {
    const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const sizes = files.map(name => statSync(path.join(built, name))).filter(each => each.isFile());
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60e6);
    expect(files).toEqual(
      expect.arrayContaining(['first.sh', 'addon/cc/napi/addon.cc', 'addon/include/node_api.h'])
    );
  });

  it('reports every check of a GPU, and what could not run', () => {
    const run = runFirst({ env: { ONLY: 'nvidia-smi,ldd,doctor,quick,notebook' } });
    expect(having(run, 'failed')).toEqual([]);
    expect(having(run, 'left out')).toEqual([]);
    expect(having(run, 'not possible').sort()).toEqual([
      'ldd',
      'nvidia-smi',
      'quick: cuBLAS through koffi is recorded'
    ]);
    expect(lineOf(run, 'nvidia-smi')?.detail).toBe('nvidia-smi is not installed');
    expect(lineOf(run, 'quick: cuBLAS through koffi is recorded')?.detail).toContain(
      'nvidia-cublas'
    );
    const passed = having(run, 'passed');
    expect(passed).toEqual(
      expect.arrayContaining(['unpack', 'load', 'kernel', 'doctor', 'quick: the kernels compile'])
    );
    expect(passed.filter(name => name.startsWith('notebook: '))).toHaveLength(3);
    expect(run.status).toBe(1);
    expect(run.report).toMatch(/^- CUPTI: .*13\.0\.1/m);
    expect(run.report).toMatch(/^- CUDA driver: .*13\.0/m);
    expect(run.report).toMatch(/^- glibc: \d/m);
    expect(readdirSync(run.out)).toEqual(
      expect.arrayContaining(['doctor.log', 'notebook.log', 'quick.json', 'records.stream'])
    );
  });

  it('compiles an addon that does not load, and uses it', () => {
    const run = runFirst({
      change: truncate,
      env: { ONLY: 'quick', QUICK_GROUPS: 'streams', CXXFLAGS: '-O0' }
    });
    expect(having(run, 'failed')).toEqual(['load']);
    expect(having(run, 'passed')).toEqual(
      expect.arrayContaining([
        'rebuild',
        'reload',
        'quick: kernels of two streams are told apart, and overlap'
      ])
    );
  });

  it('says that there is no compiler either, and goes on', () => {
    const run = runFirst({ change: truncate, tools: TOOLS });
    expect(lineOf(run, 'rebuild')).toMatchObject({
      outcome: 'not possible',
      detail: 'g++ is not installed'
    });
    for (const step of ['quick', 'notebook', 'experiments', 'full']) {
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
      ONLY: 'quick',
      QUICK_GROUPS: 'durations,streams',
      GROUP_LIMIT_S: '25'
    };
    const run = runFirst({ env });
    const name = 'quick: kernels last as long as the events around them say';
    expect(having(run, 'failed')).toEqual([name]);
    expect(lineOf(run, name)?.detail).toBe('cut off after 25 s');
    expect(having(run, 'passed')).toContain(
      'quick: kernels of two streams are told apart, and overlap'
    );
  });

  it('leaves out what there is no time for, and says so', () => {
    const run = runFirst({ env: { LIMIT_S: '4' } });
    expect(lineOf(run, 'unpack')).toMatchObject({ outcome: 'left out', detail: '4 s have passed' });
    expect(lineOf(run, 'full')?.detail).toBe('Node was not unpacked');
    const program = path.join(built, 'testGpu.cjs');
    const whole = spawnSync(process.execPath, [program, '--limit', '0'], { encoding: 'utf8' });
    expect(whole.stdout.split('\n').filter(line => line.includes('left out: 0 s'))).toHaveLength(
      10
    );
    expect([run.status, whole.status]).toEqual([1, 1]);
  });

  it('says of each check that it is not possible without a driver', () => {
    const run = runFirst({ hasDriver: false, env: { ONLY: 'nvidia-smi,quick,experiments,full' } });
    const checks = run.lines.filter(({ check }) => check.includes(': '));
    expect(checks.length).toBeGreaterThan(30);
    for (const line of checks) {
      expect(line, line.check).toMatchObject({ outcome: 'not possible' });
      expect(line.detail).toMatch(/^no-driver/);
    }
    expect(run.status).toBe(1);
  });
});
