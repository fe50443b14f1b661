import { readFileSync } from 'node:fs';

/** Numbers of the calls, by architecture, in which `execSync` and its like wait for a child. */
const WAITING_CALLS: Readonly<Partial<Record<string, readonly string[]>>> = {
  x64: ['232', '281'],
  arm64: ['22']
};

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Processes that `pid` has started and that go on, oldest first. */
function childrenOf(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`);
  return text
    .split(' ')
    .map(Number)
    .filter(child => child > 0);
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(child => familyOf(child))];
}

/**
 * Interrupts the child process that the main thread of this process waits for without turning its
 * event loop, as Ctrl-C in a terminal does: the newest child, with what that has started. False where
 * the thread does not wait for a child, and on systems without `/proc`.
 */
export function interruptAwaitedChild(): boolean {
  const { pid, arch } = process;
  const [call = ''] = read(`/proc/self/task/${pid}/syscall`).split(' ');
  const newest = childrenOf(pid).at(-1);
  if (newest === undefined || WAITING_CALLS[arch]?.includes(call) !== true) {
    return false;
  }
  for (const member of familyOf(newest)) {
    try {
      process.kill(member, 'SIGINT');
    } catch {
      continue;
    }
  }
  return true;
}
