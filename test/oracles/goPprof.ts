import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionTotal } from '../support/functionTotals';

const BUILT = fileURLToPath(new URL('../../.build', import.meta.url));

/**
 * The totals of all functions by name, as Go's own `pprof -top` prints them.
 *
 * @param file bytes of a `.pb` or `.pb.gz`
 * @param sampleType such as `cpu`
 * @param unit in which the numbers are wanted, such as `ns`
 */
export function pprofTop(
  file: Uint8Array,
  sampleType: string,
  unit: string
): ReadonlyMap<string, FunctionTotal> {
  const text = runPprof(file, [
    ...['-top', '-trim=false', '-nodecount=100000', `-sample_index=${sampleType}`, `-unit=${unit}`]
  ]);
  const row = /^ *([\d.]+)\D*? +[\d.]+% +[\d.]+% +([\d.]+)\D*? +[\d.]+% {2}(.*)$/;
  const rows = text.split('\n').flatMap(line => {
    const [, self, total, name] = row.exec(line) ?? [];
    return name === undefined ? [] : [[name, toTotal(self, total)] as const];
  });
  return new Map(rows);
}

/** Everything in the file as Go's `pprof -raw` prints it. Throws where pprof refuses the file. */
export function pprofRaw(file: Uint8Array): string {
  return runPprof(file, ['-raw']);
}

function toTotal(self: string, total: string): FunctionTotal {
  return { self: Number(self), total: Number(total) };
}

function runPprof(file: Uint8Array, args: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-pprof-'));
  const input = path.join(folder, 'profile');
  writeFileSync(input, file);
  const environment = { ...process.env, PPROF_TMPDIR: folder, HOME: folder };
  try {
    return execFileSync(executable(), ['-symbolize=none', ...args, input], {
      encoding: 'utf8',
      env: environment,
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe']
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The pprof that `npm test` installed. */
function executable(): string {
  if (process.env.PPROF_PATH) return process.env.PPROF_PATH;
  const folder = existsSync(BUILT)
    ? readdirSync(BUILT).find(name => name.startsWith('pprof-'))
    : undefined;
  if (folder === undefined) {
    throw new Error('There is no pprof: run `npm test`, or set PPROF_PATH to one.');
  }
  return path.join(BUILT, folder, 'pprof');
}
