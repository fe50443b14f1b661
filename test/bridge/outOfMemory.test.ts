import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FinishedProfile } from 'kernelscope';
import { loadProfile } from 'kernelscope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLED } from '../support/sampledTests';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

/** Its heap is full after some seconds, each of which has its slices. */
const PROGRAM = `
const { fork } = require('node:child_process');
const kept = [];
function hoard(into) {
  for (let each = 0; each < 2000; each++) into.push({ each, text: 'x' + each + into.length });
}
function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
if (process.argv[2] === 'child') {
  fork(__filename, ['itself'], { execArgv: ['--max-old-space-size=60'] }).on('exit', (code, signal) => console.log(signal));
} else {
  for (;;) {
    hoard(kept);
    pause(3);
  }
}
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-memory-'));
  writeFileSync(path.join(folder, 'program.cjs'), PROGRAM);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly profile: FinishedProfile;
  /** What is printed of the profile. */
  readonly printed: string;
}

function run(options: readonly string[], how: 'itself' | 'child'): Run {
  const file = path.join(folder, `${readdirSync(folder).length}.kscope`);
  const limit = how === 'itself' ? { NODE_OPTIONS: '--max-old-space-size=60' } : {};
  const args = [COMMAND, 'run', ...options, '-o', file, 'program.cjs', '--', how];
  const env = { ...process.env, ...limit };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8'
  });
  return { profile: loadProfile(file), printed: stdout + stderr };
}

/** The functions that allocated, by the bytes that they allocated themselves. */
function allocators({ data }: FinishedProfile): ReadonlyMap<string, number> {
  const { heapSamples, stacks, frames, strings } = data;
  const found = new Map<string, number>();
  heapSamples.stack.forEach((stack, row) => {
    const name = strings[frames.name[stacks.frame[stack]]];
    const bytes = heapSamples.bytes[row] + heapSamples.aliveBytes[row];
    found.set(name, (found.get(name) ?? 0) + bytes);
  });
  return found;
}

const FULL = /out of memory.*heap/;

// whether the heap was looked at shortly before the end is a matter of chance
describe('a program that runs out of memory', SAMPLED, () => {
  test.each(['--allocations', '--retained'])('tells with %s who allocated', option => {
    const { profile, printed } = run([option], 'itself');
    expect(profile.data.meta.status).toBe('recovered');
    const [first] = profile.explain().split('\n').slice(2);
    expect(first).toMatch(FULL);
    expect(printed).toMatch(FULL);
    const found = allocators(profile);
    const all = [...found.values()].reduce((sum, bytes) => sum + bytes, 0);
    // The limit is 60 MB: what is known is of when most of it was in use.
    expect(all).toBeGreaterThan(30e6);
    expect(found.get('hoard') ?? 0).toBeGreaterThan(all / 2);
    expect(printed).toContain('hoard');
  });

  test('tells what was lost, of each source that recorded and of no other', () => {
    const { profile } = run(['--no-cpu', '--deopts'], 'itself');
    const lost = profile.data.sources.filter(({ status }) => status === 'unavailable');
    expect(lost.map(({ source }) => source).sort()).toEqual(['deopts', 'gc', 'waits']);
    const explained = profile.explain();
    expect(explained).toMatch(FULL);
    expect(explained).not.toContain('Nothing stands out');
    expect(explained).not.toContain('CPU samples');
    expect(profile.summary).not.toContain('overhead');
  });

  test('is told of where it was started by another', () => {
    const { profile } = run(['--allocations'], 'child');
    expect(allocators(profile).get('hoard') ?? 0).toBeGreaterThan(30e6);
    expect(profile.explain()).toMatch(FULL);
  });
});
