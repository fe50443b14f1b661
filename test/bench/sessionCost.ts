import { readdirSync } from 'node:fs';
import { processFields, processNs, residentMb } from './processCost';

const SAMPLE_MS = 50;
const BYTES_PER_MB = 1e6;

/** The place of the session among the fields of a process. */
const SESSION = 3;

/**
 * CPU time and memory of all processes of a session, sampled: programs such as Java do not wait for their children, whose
 * times are then in no sum of the system. What a process does between the last sample and its end is missing.
 */
export class SessionCost {
  readonly #cpu = new Map<number, number>();
  #peak = 0;
  readonly #timer: NodeJS.Timeout;

  /** Begins to sample the session that the process `leader` has begun. */
  constructor(private readonly leader: number) {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** CPU time so far, nanoseconds. */
  get cpuNs(): number {
    return [...this.#cpu.values()].reduce((sum, ns) => sum + ns, 0);
  }

  /** The most resident memory of all processes at a time, bytes; memory that they share counts for each. */
  get peakBytes(): number {
    return this.#peak;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
    const resident = pids.reduce((sum, pid) => sum + this.#look(Number(pid)), 0);
    this.#peak = Math.max(this.#peak, resident);
  }

  /** Notes the CPU time of a process, if it is of the session and has not ended; returns its resident memory, bytes. */
  #look(pid: number): number {
    try {
      if (Number(processFields(pid)[SESSION]) !== this.leader) return 0;
      this.#cpu.set(pid, processNs(pid));
      return residentMb(pid) * BYTES_PER_MB;
    } catch {
      return 0;
    }
  }
}
