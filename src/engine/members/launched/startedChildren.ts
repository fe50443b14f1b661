import { basename } from 'node:path';
import type { LaunchOptions, ProcessHandle } from '../../../sources/process/nodeInternals';
import { claim, leaveNothing, processKey } from './memberFiles';

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
export function noteChild(handle: ProcessHandle, { file, args }: LaunchOptions): void {
  const { pid } = handle;
  if (pid === undefined || !/^node(\.exe)?$/.test(basename(String(file)))) return;
  const words = Array.isArray(args) ? args.map(String) : [];
  const script = words.slice(1).find(word => !word.startsWith('-'));
  const title = `process ${pid} (${basename(script ?? 'node')})`;
  children = [...children.filter(runs), { pid, title, handle: new WeakRef(handle) }];
}

/** Names those that go on as missing from the recording of a folder, into which they do not record. */
export function nameEarlierChildren(folder: string): void {
  for (const { pid, title } of children.filter(runs)) {
    const member = { key: processKey(pid), pid, threadId: 0, parentThreadId: 0, title };
    if (claim(folder, member)) leaveNothing(folder, member, EARLIER);
  }
}

/** Whether its end has not been seen yet. */
function runs({ handle }: StartedChild): boolean {
  return handle.deref()?.kill(0) === 0;
}
