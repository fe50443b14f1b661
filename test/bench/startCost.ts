import { spawnSync } from 'node:child_process';
import { NS_PER_MS } from '../../src/base/time';
import { childrenNs, measuredEnvironment } from './processCost';

/** Starts that are measured together, since a tick is long. */
const STARTS = 3;

/**
 * Processor time of starting Node with `args` until it has ended, with all threads and processes it
 * started: the mean of several starts, milliseconds.
 *
 * @throws Error if it fails
 */
export function startCost(args: readonly string[]): number {
  const env = measuredEnvironment();
  const before = childrenNs();
  for (let start = 0; start < STARTS; start++) {
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  }
  return (childrenNs() - before) / STARTS / NS_PER_MS;
}
