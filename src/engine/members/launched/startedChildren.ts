import type { ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { claim, leaveNothing, processKey } from './memberFiles';

/** Why one of an earlier cell is missing. */
const EARLIER = 'was not recorded: it was started before, and is not attached';

/** Node programs that this process has launched, as long as somebody holds them. */
let children: readonly WeakRef<ChildProcess>[] = [];

/** Notes a process that was just launched, if it runs Node. */
export function noteChild(child: ChildProcess): void {
  if (!/^node(\.exe)?$/.test(basename(child.spawnfile ?? ''))) return;
  children = [...children.filter(each => runs(each.deref())), new WeakRef(child)];
}

/** Names those that go on as missing from the recording of a folder, into which they do not record. */
export function nameEarlierChildren(folder: string): void {
  for (const each of children) {
    const child = each.deref();
    if (!runs(child) || child?.pid === undefined) continue;
    const { pid, spawnargs } = child;
    const script = spawnargs.slice(1).find(arg => !arg.startsWith('-'));
    const title = `process ${pid} (${basename(script ?? 'node')})`;
    const member = { key: processKey(pid), pid, threadId: 0, parentThreadId: 0, title };
    if (claim(folder, member)) leaveNothing(folder, member, EARLIER);
  }
}

function runs(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
