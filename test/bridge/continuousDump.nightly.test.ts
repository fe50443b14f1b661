import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('continuousProgram.mjs', import.meta.url));
const PERIOD_MS = 100;
const READ_EVERY_MS = 5;
const READ_FOR_MS = 5000;

/** On top of the period: what a file takes to be made, on a machine that has other work. */
const WRITE_MS = 400;

type Behaviour = 'busy' | 'async' | 'blocked' | 'stops' | 'ends' | 'exits' | 'throws';

/** What the program told: from `timeMs` on there were `done` slices. */
interface Told {
  readonly done: number;
  readonly timeMs: number;
}

interface Program {
  readonly child: ChildProcess;
  readonly told: readonly Told[];
  stderr(): string;
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

let folder: string;
let file: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-test-'));
  file = path.join(folder, 'profile.json');
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function watch(child: ChildProcess): Program {
  started.push(child);
  const told: Told[] = [];
  let rest = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [done, timeMs] = line.split(' ').map(Number);
      told.push({ done, timeMs });
    }
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return { child, told, stderr: () => errors };
}

function start(behaviour: Behaviour): Program {
  return watch(spawn(process.execPath, [PROGRAM, file, String(PERIOD_MS), behaviour]));
}

/** What the file holds now; throws unless it is one whole document. */
function readEvents(): readonly TraceEvent[] {
  const text = readFileSync(file, 'utf8');
  return (JSON.parse(text) as { traceEvents: TraceEvent[] }).traceEvents;
}

function slicesIn(events: readonly TraceEvent[]): number {
  return events.filter(({ ph, name }) => ph === 'X' && name.startsWith('outer')).length;
}

function lastValueIn(events: readonly TraceEvent[]): number {
  const values = events.filter(({ ph, name }) => ph === 'C' && name === 'done');
  return Math.max(0, ...values.map(({ args }) => Number(args?.['count'])));
}

async function until(isTrue: () => boolean, patienceMs: number): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(5)) {
    if (isTrue()) return true;
  }
  return isTrue();
}

/** Reads the file again and again; gives how often, what went wrong, and how its size went. */
async function readUnderLoad(): Promise<{ reads: number; failures: string[]; shrunk: number }> {
  const failures: string[] = [];
  let reads = 0;
  let shrunk = 0;
  let size = 0;
  for (const end = Date.now() + READ_FOR_MS; Date.now() < end; await sleep(READ_EVERY_MS)) {
    reads++;
    try {
      readEvents();
    } catch (error) {
      failures.push(String(error));
    }
    const next = statSync(file).size;
    shrunk += next < size ? 1 : 0;
    size = next;
  }
  return { reads, failures, shrunk };
}

describe('a file that is kept up to date', () => {
  test.for(['busy', 'async'] as const)(
    'is whole at every moment under an %s load, and after kill -9 lacks the last period only',
    async behaviour => {
      const program = start(behaviour);
      expect(await until(() => existsSync(file), 5000)).toBe(true);
      const { reads, failures, shrunk } = await readUnderLoad();
      expect(failures).toEqual([]);
      expect(shrunk).toBe(0);
      expect(reads).toBeGreaterThan(50);

      program.child.kill('SIGKILL');
      await once(program.child, 'close');
      const events = readEvents();
      const ended = program.told[program.told.length - 1];
      const kept = program.told.filter(({ done }) => done <= slicesIn(events));
      const lostMs = ended.timeMs - kept[kept.length - 1].timeMs;
      expect(ended.done).toBeGreaterThan(1000);
      expect(lostMs).toBeLessThan(PERIOD_MS + WRITE_MS);
      expect(events.some(({ name }) => name === 'Memory: node/rss')).toBe(true);
      expect(Math.abs(lastValueIn(events) - slicesIn(events))).toBeLessThanOrEqual(1);
    }
  );

  test('shows what ended before while the thread is blocked', async () => {
    const program = start('blocked');
    expect(await until(() => program.told.length > 0, 5000)).toBe(true);
    const isThere = (): boolean => existsSync(file) && slicesIn(readEvents()) === 2;
    expect(await until(isThere, 1500)).toBe(true);
    expect(program.child.exitCode).toBeNull();
  });

  test('is not written any more once the dump was stopped', async () => {
    const program = start('stops');
    await until(() => program.told.length === 3, 5000);
    rmSync(file);
    await once(program.child, 'close');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('lets the process end by itself and leaves nothing but the file', async () => {
    const program = start('ends');
    const [code] = (await once(program.child, 'close')) as [number];
    expect([code, program.stderr(), readdirSync(folder)]).toEqual([0, '', ['profile.json']]);
  });

  test.for(['exits', 'throws'] as const)(
    'holds what was open when the process %s, marked as unfinished, also from another folder',
    async behaviour => {
      const program = start(behaviour);
      await once(program.child, 'close');
      const unfinished = readEvents().filter(({ args }) => args?.['unfinished'] === true);
      const names = unfinished.map(({ name }) => name).sort();
      expect(names).toEqual(['open event', 'open task']);
      expect(readdirSync(folder)).toEqual(['profile.json']);
    }
  );

  test.skipIf(process.platform === 'win32')(
    'says once that the disk is full, keeps the last file that fitted and lets the program run',
    async () => {
      const script = 'ulimit -f 64; exec "$@"';
      const command = [process.execPath, PROGRAM, file, String(PERIOD_MS), 'fills'];
      const program = watch(spawn('bash', ['-c', script, 'bash', ...command]));
      expect(await until(() => program.stderr().includes('KernelscopeWarning'), 10_000)).toBe(true);
      const before = program.told.length;
      await sleep(5 * PERIOD_MS);
      expect(program.told.length).toBeGreaterThan(before);
      expect(program.stderr().match(/is not kept up to date/g)).toHaveLength(1);
      expect(program.stderr()).toContain('EFBIG');
      expect(slicesIn(readEvents())).toBeGreaterThan(0);
      expect(readdirSync(folder)).toEqual(['profile.json']);
    }
  );
});
