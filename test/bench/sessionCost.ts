import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;
const TICK_NS = 10_000_000;
const BYTES_PER_KB = 1024;

/** Places of fields after the name of a program, in `/proc/PID/stat`. */
const [SESSION, USER, SYSTEM] = [3, 11, 12];

/**
 * CPU time and memory of all processes of a session, sampled: programs such as Java do not wait for their children, whose
 * times are then in no sum of the system. What a process does between the last sample and its end is missing.
 */
export class SessionCost {
  private readonly ticks = new Map<string, number>();
  private peak = 0;
  private readonly timer: NodeJS.Timeout;

  /** Begins to sample the session that the process `leader` has begun. */
  constructor(private readonly leader: number) {
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  /** CPU time so far, nanoseconds. */
  get cpuNs(): number {
    return [...this.ticks.values()].reduce((sum, ticks) => sum + ticks, 0) * TICK_NS;
  }

  /** The most resident memory of all processes at a time, bytes; memory that they share counts for each. */
  get peakBytes(): number {
    return this.peak;
  }

  dispose(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    let resident = 0;
    for (const pid of readdirSync('/proc')) {
      const fields = /^\d+$/.test(pid) ? statOf(pid) : null;
      if (fields === null || Number(fields[SESSION]) !== this.leader) continue;
      this.ticks.set(pid, Number(fields[USER]) + Number(fields[SYSTEM]));
      resident += residentOf(pid);
    }
    this.peak = Math.max(this.peak, resident);
  }
}

function statOf(pid: string): readonly string[] | null {
  const text = textOf(`/proc/${pid}/stat`);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function residentOf(pid: string): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`) ?? '')?.[1];
  return Number(kilobytes ?? 0) * BYTES_PER_KB;
}

/** Null for a process that has ended. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
