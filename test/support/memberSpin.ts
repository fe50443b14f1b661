import { expect } from 'vitest';
import type { Profile } from 'kernelscope/model';
import { cpuTotals } from './functionTotals';

/**
 * Takes so many milliseconds of its thread's CPU time, under a name that V8 knows. To ask for the time of the process
 * brings that of the thread up to date.
 */
export const MEMBER_BUSY = `function cpuMs() {
  process.cpuUsage();
  return Number(require('node:fs').readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
function busy(name, ms) {
  const spin = (0, eval)('(function ' + name + '(cpuMs, until) { let n = 0; while (cpuMs() < until) for (let i = 0; i < 1e5; i++) n += Math.sqrt(i); return n; })');
  return spin(cpuMs, cpuMs() + ms);
}
`;

/** The start of a program whose threads and processes compute, each under its own name. */
export const MEMBER_SPIN = `
const cp = require('node:child_process');
const { once } = require('node:events');
const { isMainThread, Worker, workerData } = require('node:worker_threads');
${MEMBER_BUSY}function environment() {
  const names = Object.keys(process.env).filter(name => /KERNELSCOPE|NODE_OPTIONS/.test(name));
  return JSON.stringify([process.execArgv, names.map(name => [name, process.env[name]])]);
}
`;

/** Expects functions of these names to have taken so much CPU time, milliseconds, by CPU samples. */
export function expectPlanted(profile: Profile, names: readonly string[], plantedMs: number): void {
  const totals = cpuTotals(profile);
  for (const name of names) {
    const foundMs = (totals.get(name)?.total ?? 0) / 1e6;
    expect(foundMs, name).toBeGreaterThan(plantedMs * 0.85);
    expect(foundMs, name).toBeLessThan(plantedMs * 1.15);
  }
}
