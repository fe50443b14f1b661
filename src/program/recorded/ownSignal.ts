import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { wrapMethod } from '../../engine/members/launched/wrapMethod';

/** Signals that a process goes on after, or that stop it for a while: what the system or Node does with them. */
const OUTLIVED: readonly string[] = [
  'SIGCHLD',
  'SIGCONT',
  'SIGPIPE',
  'SIGSTOP',
  'SIGTSTP',
  'SIGTTIN',
  'SIGTTOU',
  'SIGURG',
  'SIGUSR1',
  'SIGWINCH',
  'SIGXFSZ'
];

const NUMBERS = Object.entries(constants.signals) as readonly [NodeJS.Signals, number][];

type Send = (pid: unknown, signal: unknown) => unknown;

/**
 * Calls `end` before this process ends itself by a signal that it does not listen for: nothing of the program runs after
 * that. Node expects its end by any signal of its own, and writes to stderr about inspector sessions; of one that it
 * outlives Node is not told.
 */
export function onOwnSignal(end: (signal: NodeJS.Signals) => void): void {
  // `process.kill` has read its arguments by then.
  wrapMethod(
    process,
    '_kill',
    original =>
      function (this: unknown, ...args) {
        const [pid, number] = args;
        const send: Send = (...given) => Reflect.apply(original, this, given);
        const signal = NUMBERS.find(each => each[1] === number)?.[0];
        if (signal === undefined || !isOwn(pid) || isListenedFor(signal)) return send(pid, number);
        if (OUTLIVED.includes(signal)) return send(pid === process.pid ? otherName() : pid, number);
        // A group may be one that this process is not in.
        if (send(pid, 0) === 0) end(signal);
        return send(pid, number);
      }
  );
}

/** Whether a signal to it reaches this process. */
function isOwn(pid: unknown): boolean {
  return pid === process.pid || pid === 0 || pid === -process.pid;
}

function isListenedFor(signal: NodeJS.Signals): boolean {
  return signal !== 'SIGKILL' && process.listenerCount(signal) > 0;
}

/** The number of another thread, by which Linux takes a signal for one to the process; else that of the process. */
function otherName(): number {
  try {
    const numbers = readdirSync('/proc/self/task').map(Number);
    return numbers.find(number => number !== process.pid) ?? process.pid;
  } catch {
    return process.pid;
  }
}
