import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { threadId } from 'node:worker_threads';
import { processCpuNs } from '../../sources/process/threadTimes';

/** Facts about the recording process, injected so that tests can fix them. */
export interface ProcessFacts {
  readonly host: string;
  readonly pid: number;
  /** Node's number of this thread; 0 on the main thread. */
  readonly threadId: number;
  /** `process.version`. */
  readonly runtime: string;
  /** User + system CPU time so far, nanoseconds. */
  cpuTimeNs(): number;
  /** Milliseconds since the Unix epoch. */
  wallClockMs(): number;
  /** A new identifier, unique on this machine. */
  newId(): string;
}

/** Bytes of an identifier. */
const ID_BYTES = 6;

/** Identifiers from a random one on: drawing each anew would be a resource to the program's asynchronous hooks. */
function idsFrom(first: number): () => string {
  let next = first;
  return () => {
    const id = next.toString(16).padStart(2 * ID_BYTES, '0');
    next = (next + 1) % 256 ** ID_BYTES;
    return id;
  };
}

/** The facts of this process and thread. */
export const processFacts: ProcessFacts = {
  host: os.hostname(),
  pid: process.pid,
  threadId,
  runtime: process.version,
  cpuTimeNs: processCpuNs,
  wallClockMs: () => Date.now(),
  newId: idsFrom(randomBytes(ID_BYTES).readUIntBE(0, ID_BYTES))
};
