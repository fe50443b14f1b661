import os from 'node:os';

/** Times of all processors together, in milliseconds. */
interface HostTimes {
  readonly busyMs: number;
  readonly totalMs: number;
}

/** A look at the counters; two of them make a rate. */
interface Reading {
  readonly atMs: number;
  readonly cpuMicros: number;
  readonly host: HostTimes;
}

/** Reads the counters of this process and machine. */
export type ReadUsage = () => Reading;

function hostTimes(): HostTimes {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of os.cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    busyMs += all - times.idle;
    totalMs += all;
  }
  return { busyMs, totalMs };
}

function readUsage(): Reading {
  const { user, system } = process.cpuUsage();
  return { atMs: Date.now(), cpuMicros: user + system, host: hostTimes() };
}

function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((1000 * part) / whole) / 10 : 0;
}

/**
 * Answers `usage_request` in the shape of ipykernel, which jupyter-resource-usage reads: memory in
 * bytes, processor shares in percent of one processor since the last answer.
 */
export class UsageMeter {
  readonly #read: ReadUsage;
  #last: Reading;

  constructor(read: ReadUsage = readUsage) {
    this.#read = read;
    this.#last = read();
  }

  /** Content of a `usage_reply`. */
  answer(): object {
    const last = this.#last;
    const now = this.#read();
    this.#last = now;
    const total = os.totalmem();
    const available = os.freemem();
    const used = total - available;
    return {
      hostname: os.hostname(),
      pid: process.pid,
      kernel_cpu: percent((now.cpuMicros - last.cpuMicros) / 1000, now.atMs - last.atMs),
      kernel_memory: process.memoryUsage.rss(),
      host_cpu_percent: percent(
        now.host.busyMs - last.host.busyMs,
        now.host.totalMs - last.host.totalMs
      ),
      cpu_count: os.cpus().length,
      host_virtual_memory: {
        total,
        available,
        percent: percent(used, total),
        used,
        free: available
      }
    };
  }
}
