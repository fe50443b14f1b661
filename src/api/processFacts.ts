import { randomBytes } from 'node:crypto';
import os from 'node:os';
import type { ProcessFacts } from './recording';

/** The facts of this process. */
export const processFacts: ProcessFacts = {
  host: os.hostname(),
  pid: process.pid,
  runtime: process.version,
  cpuTimeNs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) * 1000;
  },
  wallClockMs: () => Date.now(),
  newId: () => randomBytes(6).toString('hex')
};
