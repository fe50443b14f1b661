import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NS_PER_MS } from '../../../src/base/time';
import type { Figure } from '../figure';
import { type SizeCost, growthOf, medianCosts, printGrowth } from '../growth/sizeCost';
import { floorCase, interleave, median } from '../harness';
import { childrenNs } from '../processCost';

const COMMAND = join(__dirname, '..', '..', 'src', 'bin', 'kernelscope.cjs');

const ROUNDS = 1;

const WORKERS = [1, 4, 16, 64];

/** Starts as many threads as it is told, one after the other started, and each computes for a while. */
const PROGRAM = `
const { Worker } = require('node:worker_threads');
const code = 'let sum = 0; for (let at = 0; at < 3e6; at++) sum += Math.sqrt(at); globalThis.sum = sum;';
for (let at = 0; at < Number(process.argv[2]); at++) new Worker(code, { eval: true });
`;

/** The cost of one run, of all its processes and threads; the bytes are those of the file. */
function costOf(folder: string, size: number): SizeCost {
  const file = join(folder, 'workers.kscope');
  const program = join(folder, 'workers.js');
  const args = [COMMAND, 'run', '-q', '-o', file, program, '--', String(size)];
  const before = childrenNs();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`A program of ${size} threads failed: ${stderr}`);
  return { size, cpuMs: (childrenNs() - before) / NS_PER_MS, bytes: statSync(file).size };
}

/** How the CPU time of `kernelscope run` grows with the threads of a program. Prints a table. */
export async function measure(): Promise<readonly Figure[]> {
  const name = 'growth.workers';
  if (!existsSync('/proc/self/stat')) return [{ name, skipped: 'the system has no /proc' }];
  const { floor } = await interleave({ floor: floorCase() });
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
  try {
    writeFileSync(join(folder, 'workers.js'), PROGRAM);
    const rounds = Array.from({ length: ROUNDS }, () => WORKERS.map(size => costOf(folder, size)));
    const costs = medianCosts(rounds);
    printGrowth('Recorded worker threads, with the size of the file', 'threads', costs);
    return [{ name, value: growthOf(costs).cpu, floorNs: median(floor) }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
