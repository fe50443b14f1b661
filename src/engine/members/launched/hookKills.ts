import { ChildProcess } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { askFile, isSettled, keptFile, liveFile, processKey } from './memberFiles';
import type { MemberSite } from './memberPlace';
import { wrapMethod } from './wrapMethod';
import { waitFor } from './waitFor';

/** Time for a process to save its recording before a signal ends it, milliseconds. */
const SAVING_MS = 3000;

/** Signals that end a process. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const;

/**
 * Has children save their recordings before this process sends them a signal that ends them. A child
 * that listens for the signal continues recording until its end.
 */
export function hookKills(site: MemberSite): void {
  wrapMethod(
    ChildProcess.prototype,
    'kill',
    original =>
      function (this: unknown, ...args) {
        saveBefore(site, (this as ChildProcess).pid, args[0]);
        return Reflect.apply(original, this, args);
      }
  );
  wrapMethod(
    process,
    'kill',
    original =>
      function (this: unknown, ...args) {
        saveBefore(site, args[0], args[1]);
        return Reflect.apply(original, this, args);
      }
  );
}

function saveBefore({ folder }: MemberSite, pid: unknown, signal: unknown): void {
  if (folder === null) return;
  const name = SIGNALS.find(
    each => each === (signal ?? 'SIGTERM') || constants.signals[each] === signal
  );
  if (name === undefined || typeof pid !== 'number' || pid === process.pid) return;
  const member = { key: processKey(pid) };
  if (!existsSync(liveFile(folder, member)) || isSettled(folder, member)) return;
  try {
    const kept = keptFile(folder, member);
    rmSync(kept, { force: true });
    writeFileSync(askFile(folder, member), name);
    waitFor(() => isSettled(folder, member) || existsSync(kept), SAVING_MS);
  } catch {
    // Its recording is missing then, and the profile says so.
  }
}
