import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { profileSteps } from '../../../../../src/analysis';
import { loadProfile } from '../../../../../src/engine/results/loadProfile';
import { useOfflineTools } from '../../../../support/offlineTools';
import { bundleDumpWorker } from '../../../../support/bundleFile';
import { bundleProgram } from '../../../../support/rankProcesses';

const tools = useOfflineTools();

const LEAST_STEPS = 20;

/** Bundles the program, with the thread that keeps its files beside it. */
function bundleKilledProgram(folder: string): string {
  bundleDumpWorker(folder);
  return bundleProgram('killedProfilerProgram.ts', folder);
}

async function start(program: string, output: string, rank: number): Promise<ChildProcess> {
  const env = { ...process.env, RANK: String(rank) };
  const child = spawn(process.execPath, [program, output], { env });
  await once(child.stdout, 'data');
  return child;
}

/** Waits until every rank has written so many steps. */
async function untilWritten(output: string, ranks: number): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    const raw = readdirSync(output).map(name => path.join(output, name, 'profile.kscope'));
    const written = raw.filter(existsSync).map(file => profileSteps(loadProfile(file).data).length);
    if (written.length === ranks && Math.min(...written) >= LEAST_STEPS) return;
    await sleep(10);
  }
  throw new Error('the steps were not written in 20 s');
}

describe('an offline analysis of processes that were killed in mid-cycle', () => {
  it('recovers what they had recorded, and names their directories', async () => {
    const output = tools.place('killed');
    mkdirSync(output, { recursive: true });
    const program = bundleKilledProgram(tools.place('program'));
    const children = await Promise.all([0, 1].map(rank => start(program, output, rank)));
    await untilWritten(output, children.length);
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const report = await tools.analyse(output);
    expect(report.failed).toEqual([]);
    expect(report.analysed.map(({ rank, isRecovered }) => [rank, isRecovered]).sort()).toEqual([
      [0, true],
      [1, true]
    ]);
    for (const { directory, steps } of report.analysed) {
      expect(steps).toBeGreaterThanOrEqual(LEAST_STEPS);
      expect(String(report)).toContain(`Recovered: ${path.basename(directory)}: `);
      expect(existsSync(path.join(directory, 'KSCOPE_OUTPUT', 'trace_view.json'))).toBe(true);
    }
    expect(String(report)).toContain('Cut off before their end: ranks 0 and 1.');
    expect(report.crossRank?.ranksFrom).toBe('recorded');
  });
});
