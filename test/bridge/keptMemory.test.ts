import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProfile } from 'kernelscope';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../support/folders';
import { sampleOf } from '../support/tiers';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));

const folder = useFolder();

/** Runs a program under the profiler; what that reports. */
function reportOf(program: string, ...options: readonly string[]): string {
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, program);
  const args = [COMMAND, 'run', ...options, file];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stderr;
}

/** A program that keeps something for each of its requests. */
const keeping = (kept: string): string => `
  const wait = ms => new Promise(done => setTimeout(done, ms));
  globalThis.held = new Map();
  async function serve() {
    for (await wait(200); held.size < 2000; await wait(5)) {
      for (let i = 0; i < 50; i++) held.set(held.size, ${kept});
    }
  }
  serve();`;

const KEPT = [
  ['objects', 'Array.from({ length: 400 }, (_, at) => ({ at }))'],
  ['array buffers', 'new ArrayBuffer(20_000)'],
  ['closures with arrays', '(big => () => big)(new Float64Array(2500))'],
  ['buffers', 'Buffer.alloc(20_000)'],
  ['typed arrays', 'new Float64Array(2500)']
] as const;

describe('a program that keeps', () => {
  test.each(KEPT)('%s is told so as it ends by itself', (_, kept) => {
    expect(reportOf(keeping(kept))).toMatch(
      /Memory grew by \d+\.\d MB .* that a full garbage collection did not free/
    );
  });

  test.each(sampleOf(KEPT, 2))('%s is told what holds them', (_, kept) => {
    expect(reportOf(keeping(kept), '--heap-diff')).toMatch(
      / [\d,]{5,} new objects of `\w+` with .* are held by `global → held → Map → /
    );
  });
});

test('a program that calls for its end is told nothing of what its functions hold then', () => {
  const output = path.join(folder, 'calls.kscope');
  const program = `
    function main() {
      const rows = Array.from({ length: 2000 }, () => new ArrayBuffer(20_000));
      process.exit(rows.length > 0 ? 0 : 1);
    }
    setTimeout(main, 1);`;
  reportOf(program, '-q', '-o', output);
  expect(loadProfile(output).data.meta.heldMemory).toBeUndefined();
});
