import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import type { LaunchOptions, ProcessHandle } from '../../../sources/process/nodeInternals';
import { claim, leaveNothing, processKey } from './memberFiles';
import { NS_PER_MS } from '../../../base/time';

/** Why one of an earlier cell is missing. */
const EARLIER = 'was not recorded: it was started before, and is not attached';

/** A Node program that this process has launched. */
interface StartedChild {
  readonly pid: number;
  readonly title: string;
  /** What is behind it, as long as somebody holds it. */
  readonly handle: WeakRef<ProcessHandle>;
}

let children: readonly StartedChild[] = [];

/** Notes a process that was just launched, if it runs Node. */
export function noteChild(handle: ProcessHandle, options: LaunchOptions): void {
  const { pid } = handle;
  if (pid === undefined || !isNode(options)) return;
  const title = titleOf(pid, options);
  children = [...children.filter(runs), { pid, title, handle: new WeakRef(handle) }];
}

/** Whether Node itself is launched, and not a shell, for one. */
export function isNode({ file }: LaunchOptions): boolean {
  return /^node(\.exe)?$/.test(basename(String(file)));
}

/** A process in reports: its number and its script. */
export function titleOf(pid: number, { args }: LaunchOptions): string {
  const words = Array.isArray(args) ? args.map(String) : [];
  const script = words.slice(1).find(word => !word.startsWith('-'));
  return `process ${pid} (${basename(script ?? 'node')})`;
}

/** Names a process as missing from the recording of a folder, unless that has it already. */
export function nameMissing(
  folder: string,
  { pid, title }: Pick<StartedChild, 'pid' | 'title'>,
  why: string
): void {
  const member = { key: processKey(pid), pid, threadId: 0, parentThreadId: 0, title };
  if (claim(folder, member)) leaveNothing(folder, member, why);
}

/** Names those that go on as missing from the recording of a folder, into which they do not record. */
export function nameEarlierChildren(folder: string): void {
  for (const child of children.filter(runs)) nameMissing(folder, child, EARLIER);
}

/** Whether its end has not been seen yet. */
function runs({ handle }: StartedChild): boolean {
  return handle.deref()?.kill(0) === 0;
}

/** Linux counts the times of processes in hundredths of a second, whatever the machine. */
const TICK_NS = 10 * NS_PER_MS;

/** CPU time of all children of this process that have ended, and of theirs, nanoseconds; null unknown. */
export function endedChildrenCpuNs(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the process, in brackets, may have anything in it. CUTIME and CSTIME are 16th and 17th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[13]) + Number(fields[14]);
    return Number.isFinite(ticks) ? ticks * TICK_NS : null;
  } catch {
    return null;
  }
}
