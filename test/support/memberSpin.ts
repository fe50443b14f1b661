import { expect } from 'vitest';
import type { Profile } from 'kernelscope/model';
import { cpuTotals } from './functionTotals';

/** Computes by the clock for so many milliseconds, under a name that V8 knows. */
export const MEMBER_BUSY = `function busy(name, ms) {
  const spin = (0, eval)('(function ' + name + '(until) { let n = 0; while (performance.now() < until) for (let i = 0; i < 1000; i++) n += Math.sqrt(i); return n; })');
  return spin(performance.now() + ms);
}
`;

/** The start of a program whose threads and processes compute by the clock, each under its own name. */
export const MEMBER_SPIN = `
const cp = require('node:child_process');
const { once } = require('node:events');
const { isMainThread, Worker, workerData } = require('node:worker_threads');
${MEMBER_BUSY}function environment() {
  const names = Object.keys(process.env).filter(name => /KERNELSCOPE|NODE_OPTIONS/.test(name));
  return JSON.stringify([process.execArgv, names.map(name => [name, process.env[name]])]);
}
`;

/** Expects functions of these names to have computed for so long, milliseconds, by CPU samples. */
export function expectPlanted(profile: Profile, names: readonly string[], plantedMs: number): void {
  const totals = cpuTotals(profile);
  for (const name of names) {
    const foundMs = (totals.get(name)?.total ?? 0) / 1e6;
    expect(foundMs, name).toBeGreaterThan(plantedMs * 0.85);
    expect(foundMs, name).toBeLessThan(plantedMs * 1.15);
  }
}
