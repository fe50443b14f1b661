import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest stop of a process. */
const STOP_MS = 700;

/** Between the end of one stop and the next. */
const PAUSE_MS = 300;

/** Keeps a core busy until whoever started it has ended. */
const BUSY =
  'const { ppid } = process; while (process.ppid === ppid) for (let x = 0; x < 1e8; x++) Math.sqrt(x);';

/** The process that started `pid`, or undefined where it has ended. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name of the program, in parentheses, may contain anything
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** All processes that `root` started, and those that these did. */
export function descendantsOf(root) {
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map(pid => [pid, parentOf(pid)]));
  const isBelow = pid => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at)) {
      if (at === root) return true;
    }
    return false;
  };
  return pids.filter(isBelow);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the machine one on which much else goes on, until it is disposed of: programs that keep `busy` cores busy,
 * and stops of random processes below `root`, one at a time, for up to 0.7 s each.
 *
 * @param {{ root: number, busy: number, random: () => number }} of
 */
export class Disturbance {
  #busy;
  #isOver = false;
  #stops = 0;
  #stopping;

  constructor({ root, busy, random }) {
    this.#busy = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', BUSY]));
    this.#stopping = this.#stopSome(root, random);
  }

  /** How many times a process was stopped so far. */
  get stops() {
    return this.#stops;
  }

  /** Ends it; all processes go on. */
  async dispose() {
    this.#isOver = true;
    this.#busy.forEach(child => child.kill());
    await this.#stopping;
  }

  async #stopSome(root, random) {
    while (!this.#isOver) {
      const pids = descendantsOf(root);
      const pid = pids[Math.floor(random() * pids.length)];
      if (pid !== undefined && signal(pid, 'SIGSTOP')) {
        this.#stops++;
        await sleep(random() * STOP_MS);
        signal(pid, 'SIGCONT');
      }
      await sleep(PAUSE_MS);
    }
  }
}
