import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds of one tick of `/proc`. */
const TICK_MS = 10;

/** Where the times of ended children, and of theirs, stand after the name of the program. */
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;

/** Starts that are measured together, since a tick is long. */
const STARTS = 3;

/**
 * Processor time of starting Node with `args` until it has ended, with all threads and processes it
 * started: the mean of several starts, milliseconds.
 *
 * @throws Error if it fails
 */
export function startCost(args: readonly string[]): number {
  const before = childrenMs();
  for (let start = 0; start < STARTS; start++) {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  }
  return (childrenMs() - before) / STARTS;
}

/** Processor time of all children of this process that have ended, and of theirs, milliseconds. */
export function childrenMs(): number {
  const text = readFileSync('/proc/self/stat', 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) * TICK_MS;
}
