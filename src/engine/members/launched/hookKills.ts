import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { intrinsics } from '../../../base/intrinsics/intrinsics';
import { nodeBinding, type ProcessHandle } from '../../../sources/process/nodeInternals';
import { ask, countAnswered, isSettled, liveFile, processKey } from './memberFiles';
import type { MemberSite } from './memberPlace';
import { wrapMethod } from './wrapMethod';

/** Time after which a process that was to end itself is ended as the program wanted, milliseconds. */
const PATIENCE_MS = 5000;

/** As Node has it: a program may put the timers of a test in its place. */
const { setTimeout: startTimer } = globalThis;

/** Signals that end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const;

/**
 * Has children save their recordings before they get a signal from this process that ends them. This process does not
 * wait for them: a child is asked to save, and sends itself the signal afterwards; see `memberWatchWorker`. One that
 * cannot, as it is stopped or has ended, gets the signal at once.
 */
export function hookKills(site: MemberSite): void {
  const handles = nodeBinding('process_wrap')?.Process.prototype;
  if (handles !== undefined) {
    wrapMethod(
      handles,
      'kill',
      original =>
        function (this: unknown, ...args) {
          const send = (signal: unknown) => Reflect.apply(original, this, [signal]);
          const sent = { pid: (this as ProcessHandle).pid, signal: args[0] };
          return intrinsics.aside(() => sendBy(site, sent, send));
        }
    );
  }
  // `process.kill` has read its arguments by then.
  wrapMethod(
    process,
    '_kill',
    original =>
      function (this: unknown, ...args) {
        const send = (signal: unknown) => Reflect.apply(original, this, [args[0], signal]);
        return intrinsics.aside(() => sendBy(site, { pid: args[0], signal: args[1] }, send));
      }
  );
}

/** A signal that the program sends. */
interface SentSignal {
  readonly pid: unknown;
  readonly signal: unknown;
}

/** Sends a signal, or has the process send it to itself; the result is that of `send`. */
function sendBy(site: MemberSite, sent: SentSignal, send: (signal: unknown) => unknown): unknown {
  const { folder } = site;
  const name = SIGNALS.find(each => constants.signals[each] === sent.signal);
  if (folder === null || name === undefined || !canSave(folder, sent.pid)) return send(sent.signal);
  const failure = send(0);
  if (failure !== 0) return failure;
  try {
    const member = { key: processKey(sent.pid) };
    const number = ask(folder, member, name);
    sendLater(sent, () => countAnswered(folder, member) < number, send);
    return 0;
  } catch {
    return send(sent.signal);
  }
}

/** Whether a process records itself, and is able to save what it has. */
function canSave(folder: string, pid: unknown): pid is number {
  if (typeof pid !== 'number' || pid === process.pid) return false;
  const member = { key: processKey(pid) };
  return existsSync(liveFile(folder, member)) && !isSettled(folder, member) && isActive(pid);
}

/** False for a process that is stopped, or has ended; true where that is not known. */
function isActive(pid: number): boolean {
  const stat = statOf(pid);
  return stat === null || !/^[TtZX]$/.test(stat.state);
}

/** The state of a process and the time of its start, which tells it from a later one; null if unknown. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    // The name of the program, in brackets, may have anything in it; 3rd and 22nd of all.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return null;
  }
}

/** Sends the signal after all, if by then the process has neither sent it nor ended. */
function sendLater(
  { pid, signal }: SentSignal,
  isNeeded: () => boolean,
  send: (signal: unknown) => unknown
): void {
  const started = statOf(Number(pid))?.started;
  if (started === undefined) return;
  const timer = startTimer(() => {
    if (isNeeded() && statOf(Number(pid))?.started === started) send(signal);
  }, PATIENCE_MS);
  timer.unref();
}
