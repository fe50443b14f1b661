import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { threadId } from 'node:worker_threads';
import { NS_PER_US } from '../../base/time';
import type { ProcessFacts } from './recording';

/** The facts of this process and thread. */
export const processFacts: ProcessFacts = {
  host: os.hostname(),
  pid: process.pid,
  threadId,
  runtime: process.version,
  cpuTimeNs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) * NS_PER_US;
  },
  wallClockMs: () => Date.now(),
  newId: () => randomBytes(6).toString('hex')
};
