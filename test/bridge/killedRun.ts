import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { seededRandom } from '../support/random';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
const COMMAND = path.join(SOURCES, 'bin', 'kernelscope.cjs');
const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

const SEED = Number(process.env['KERNELSCOPE_SEED'] ?? 1);
const TARGETS = ['the command line', 'the program', 'both at once'] as const;
const BEHAVIOURS = ['ticks', 'computes', 'loops', 'idles', 'listens'] as const;
const LONGEST_RUN_MS = 3500;

/** What may be missing at the end, milliseconds: a second, and a machine that is busy. */
const LOSS_MS = 1500;

/** Slices go on, without a pause or with one; or there are some, and then none, busy or not. */
const PROGRAM = `
const { writeSync } = require('node:fs');
const { range } = require('kernelscope');
const behaviour = process.argv[2];
let done = 0;
function tick() {
  range('tick', () => range('inner', () => {
    done++;
    for (const until = performance.now() + 1; performance.now() < until;);
  }));
  if (done % 20 === 0) writeSync(1, done + ' ' + process.hrtime.bigint() + '\\n');
}
writeSync(1, '0 0 ' + process.pid + '\\n');
for (let first = 0; first < 40; first++) tick();
if (behaviour === 'computes') for (;;) tick();
if (behaviour === 'loops') for (;;);
if (behaviour === 'listens') for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
setInterval(behaviour === 'idles' ? () => undefined : tick, 5);
`;

let folder: string;
const started: number[] = [];

/** Gives the tests of a file a folder with the program, and ends what they leave running. */
function useFolder(): void {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-killed-'));
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(SOURCES, path.join(folder, 'node_modules', 'kernelscope'));
    writeFileSync(path.join(folder, 'program.js'), PROGRAM);
  });

  afterEach(() => {
    for (const pid of started.splice(0).filter(isRunning)) process.kill(pid, 'SIGKILL');
  });

  afterAll(() => rmSync(folder, { recursive: true }));
}

interface StartedRun {
  /** Of the command line, and of its process group. */
  readonly pid: number;
  readonly programPid: number;
  /** Lines that the program has written. */
  readonly lines: () => readonly string[];
  readonly errors: () => string;
}

/** Runs the program under the command line, in a process group of its own, until it has begun. */
async function start(behaviour: string, words: readonly string[]): Promise<StartedRun> {
  const child = spawn(NODE, [COMMAND, 'run', ...words, 'program.js', behaviour], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe']
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const lines = (): string[] => out.split('\n').slice(0, -1);
  await vi.waitUntil(() => lines().length > 0, { timeout: 60_000 });
  const programPid = Number(lines()[0].split(' ')[2]);
  started.push(child.pid ?? 0, programPid);
  return { pid: child.pid ?? 0, programPid, lines, errors: () => err };
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function kill({ pid, programPid }: StartedRun, target: (typeof TARGETS)[number]): bigint {
  const at = process.hrtime.bigint();
  if (target === 'the program') process.kill(programPid, 'SIGKILL');
  else process.kill(target === 'both at once' ? -pid : pid, 'SIGKILL');
  return at;
}

async function end({ pid, programPid }: StartedRun): Promise<void> {
  const isOver = (): boolean => !isRunning(pid) && !isRunning(programPid);
  await vi.waitUntil(isOver, { timeout: 30_000, interval: 50 });
}

/** The ticks that were over `LOSS_MS` before `at`, as the program has told. */
function ticksBefore({ lines }: StartedRun, at: bigint): number {
  const limit = at - BigInt(LOSS_MS) * 1_000_000n;
  const told = lines().map(line => line.split(' '));
  const counts = told.filter(([, time]) => BigInt(time) <= limit).map(([count]) => Number(count));
  return Math.max(...counts);
}

function ticksIn(file: string): number {
  const { slices, labels, strings } = loadProfile(file).data;
  const names = slices.label.map(label => labels.name[label]);
  const tick = strings.indexOf('tick');
  return names.reduce((count, name) => count + (name === tick ? 1 : 0), 0);
}

/** Waits until a file of a run has what the program did first, however busy the machine is. */
async function firstTicksIn(file: string): Promise<void> {
  const hasTicks = (): boolean => existsSync(file) && ticksIn(file) >= 40;
  await vi.waitUntil(hasTicks, { timeout: 60_000, interval: 50 });
}

/** Declares that so many runs, a part of each of which is killed at a random moment, keep their slices. */
export function testKills(count: number): void {
  useFolder();
  const tries = Array.from({ length: count }, (_, number) => ({
    number,
    target: TARGETS[number % TARGETS.length],
    behaviour: BEHAVIOURS[Math.floor(number / TARGETS.length) % BEHAVIOURS.length]
  }));
  test.skipIf(process.platform !== 'linux').each(tries)(
    'a run of which a part is killed keeps its slices and ends: $target, of a program that $behaviour ($number)',
    async ({ number, target, behaviour }) => {
      const file = path.join(folder, `run-${number}.kscope`);
      const run = await start(behaviour, ['-q', '-o', path.basename(file)]);
      await sleep(LONGEST_RUN_MS * seededRandom((SEED + number) * 2654435761)());
      const at = kill(run, target);
      await end(run);
      expect(ticksIn(file)).toBeGreaterThanOrEqual(ticksBefore(run, at));
      expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
    },
    120_000
  );
}

/** Declares where a run that was killed keeps its profile. */
export function testPlaces(): void {
  useFolder();
  const onLinux = test.skipIf(process.platform !== 'linux');

  onLinux(
    'a killed run keeps its profile beside the other file that was asked for, and the next run says so',
    async () => {
      const words = ['-o', 'other.json'];
      const run = await start('ticks', words);
      const kept = path.join(folder, 'other.kscope');
      await firstTicksIn(kept);
      kill(run, 'both at once');
      await end(run);
      expect(ticksIn(kept)).toBeGreaterThanOrEqual(40);
      writeFileSync(path.join(folder, 'short.js'), '');
      const next = spawn(NODE, [COMMAND, 'run', ...words, 'short.js'], { cwd: folder });
      let text = '';
      next.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
      await new Promise(resolve => next.on('close', resolve));
      expect(text).toMatch(/^kernelscope: .*killed left .*other\.kscope.*\n/);
      expect(existsSync(path.join(folder, 'other.recovered.kscope'))).toBe(false);
      expect(ticksIn(kept)).toBeGreaterThanOrEqual(40);
      expect(existsSync(path.join(folder, 'other.json'))).toBe(true);
    },
    120_000
  );

  onLinux(
    'a killed run keeps its profile in a folder of its own where no file was asked for',
    async () => {
      const place = path.join(folder, '.kernelscope');
      const run = await start('ticks', []);
      await firstTicksIn(path.join(place, `program.js-${run.pid}.kscope`));
      kill(run, 'both at once');
      await end(run);
      const files = readdirSync(place);
      expect(files).toEqual([`program.js-${run.pid}.kscope`]);
      expect(ticksIn(path.join(place, files[0]))).toBeGreaterThanOrEqual(40);
    },
    120_000
  );
}
