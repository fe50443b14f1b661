import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NS_PER_MS } from '../../../src/base/time';
import { childrenNs, measuredEnvironment } from '../processCost';
import type { FunctionTimes } from './hottest';
import type { PeerProfiler } from './profilers';

/** The longest that a profiled program may take, milliseconds. */
const LONGEST_MS = 120_000;

/** What one run of a program under a profiler took and gave. */
export interface ProfiledRun {
  /** Of all its processes and threads. */
  readonly cpuMs: number;
  /** Of all files that the profiler left. */
  readonly bytes: number;
  /** Self time of functions; empty for no profiler. */
  readonly functions: FunctionTimes;
}

/**
 * Runs `program` under a profiler that writes into a folder below `folder`, which is removed afterwards.
 * @throws Error where the program fails
 */
export function profiledRun(
  profiler: PeerProfiler,
  program: readonly string[],
  folder: string
): ProfiledRun {
  const out = mkdtempSync(join(folder, 'out-'));
  try {
    const { args, env } = profiler.command(program, out);
    const before = childrenNs();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: { ...measuredEnvironment(), ...env },
      encoding: 'utf8',
      timeout: LONGEST_MS
    });
    const cpuMs = (childrenNs() - before) / NS_PER_MS;
    if (status !== 0) {
      throw new Error(`${profiler.title} failed (${status}): ${stderr || stdout}`);
    }
    return { cpuMs, bytes: bytesIn(out), functions: profiler.functions?.(out) ?? new Map() };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, each) => {
    const path = join(folder, each.name);
    return sum + (each.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);
}
