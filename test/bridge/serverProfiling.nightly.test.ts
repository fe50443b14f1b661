import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { useFolder } from '../support/folders';

const PROGRAM = fileURLToPath(new URL('serverProgram.mjs', import.meta.url));
const NODE = process.env.KERNELSCOPE_NODE ?? process.execPath;
const TITLES = ['thread', 'child', 'cluster'];

interface File {
  readonly path: string;
  readonly sizeBytes: number;
}

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly files: readonly File[];
}

/** What the program says of itself at its end. */
interface Told {
  readonly attached: readonly number[];
  readonly early: readonly File[];
  readonly unwritten: Failure;
  readonly failed: Failure;
  readonly late: readonly File[];
  readonly own: string;
  readonly heard: readonly string[];
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
}

const folder = useFolder();
let told: Told;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(NODE, [PROGRAM, folder], { cwd: folder });
  told = JSON.parse(stdout) as Told;
});

/** The trace files among what was saved; the others are memory profiles. */
const traces = (files: readonly File[]) =>
  files.map(file => path.basename(file.path)).filter(name => name.endsWith('.json'));

function events(file: string): readonly TraceEvent[] {
  const trace: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  return (trace as { readonly traceEvents: readonly TraceEvent[] }).traceEvents;
}

const tasksOf = (file: string) =>
  events(file)
    .filter(({ ph, cat }) => ph === 'b' && cat === 'ranks')
    .map(({ name }) => name);

describe('test_server_profiling', () => {
  test('numbers what is attached and writes a file for each rank, named after it', () => {
    expect(told.attached).toEqual([0, 1, 2]);
    const expected = ['rank0_profile.json', 'rank1_profile.json', 'rank2_profile.json'];
    expect(traces(told.early)).toEqual(expected);
    expect(
      readdirSync(folder)
        .filter(name => name.endsWith('.json'))
        .sort()
    ).toEqual(expected);
  });

  test('writes files that parse and hold the slices of that rank alone', () => {
    const living = ['rank0_profile.json', 'rank2_profile.json'];
    expect(living.map(tasksOf)).toEqual(
      ['thread', 'cluster'].map(title => ['first', 'second', 'third'].map(w => `${w} of ${title}`))
    );
    for (const file of living) {
      const calls = events(file).filter(
        ({ name, cat }) => name === 'library.double' && cat === 'operator'
      );
      expect(calls).not.toHaveLength(0);
    }
  });

  test('keeps what a rank had dumped before it was killed', () => {
    const tasks = tasksOf('rank1_profile.json');
    expect(tasks.slice(0, 2)).toEqual(['first of child', 'second of child']);
  });

  test('says which ranks cannot write, and keeps what they have recorded', () => {
    const { name, message, files } = told.unwritten;
    expect(name).toBe('AttachedProcessError');
    const failures = message.split('\n').filter(line => line.startsWith('rank'));
    expect(failures.map(line => line.slice(0, 'rank 0'.length))).toEqual([
      'rank 0',
      'rank 1',
      'rank 2'
    ]);
    expect(failures[2]).toContain('OutputFileError: Cannot write /proc/none/rank2_profile.json');
    expect(files).toEqual([]);
  });

  test('names the rank that was killed, once, with what the others saved', () => {
    expect(told.failed.name).toBe('AttachedProcessError');
    expect(told.failed.message).toMatch(/^rank 1: process \d+ was ended by SIGKILL/);
    const living = ['rank0_profile.json', 'rank2_profile.json'];
    expect(traces(told.failed.files)).toEqual(living);
    expect(traces(told.late)).toEqual(living);
  });

  test('leaves the profiler of the process that asks alone, and its messages', () => {
    expect(told.own).toBe('stop');
    const said = ['ready', 'first', 'held', 'second', 'third'];
    const count = (word: string) => told.heard.filter(one => one === word).length;
    expect(said.map(count)).toEqual(said.map(() => TITLES.length));
    expect(told.heard).toHaveLength(said.length * TITLES.length);
  });
});
