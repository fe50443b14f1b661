import type { StdioOptions } from 'node:child_process';
import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The way to the program that has forked this one, as Node is told of it by the environment. */
export interface ForkChannel {
  /** Its descriptor, the same in every program that it is passed on to. */
  readonly descriptor: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** How Node names the serialization of messages to a program that it forks. */
const SERIALIZATION = 'NODE_CHANNEL_SERIALIZATION_MODE';

/** What Node keeps behind `process.channel`. */
interface ChannelHandle {
  readonly fd?: number;
  readStop(): void;
}

/**
 * The channel of this program if it was forked, for another one that gets it instead: from now on nothing
 * is read from it here. Call it before the event loop turns, or messages are lost. Null if there is none.
 */
export function takeForkChannel(): ForkChannel | null {
  const key = Object.getOwnPropertySymbols(process).find(
    ({ description }) => description === 'kChannelHandle'
  );
  const handle = key === undefined ? null : (Reflect.get(process, key) as ChannelHandle | null);
  const descriptor = handle?.fd ?? -1;
  if (handle === null || descriptor < 3) return null;
  handle.readStop();
  const environment = { NODE_CHANNEL_FD: String(descriptor), [SERIALIZATION]: serialization() };
  return { descriptor, environment };
}

/** Node has taken it out of `process.env`; the system still knows what this program was started with. */
function serialization(): string {
  try {
    const given = readFileSync('/proc/self/environ', 'utf8').split('\0');
    const prefix = `${SERIALIZATION}=`;
    return given.find(each => each.startsWith(prefix))?.slice(prefix.length) ?? 'json';
  } catch {
    return 'json';
  }
}

/**
 * What the descriptors beyond the usual three lead to in a program that is started now: to what those of this process lead
 * to, and that of `channel` to a new one instead with `'ipc'`.
 */
export function furtherDescriptors(
  channel: ForkChannel | null,
  leadsTo: number | 'ipc' | undefined = channel?.descriptor
): Exclude<StdioOptions, string> {
  const passed = new Map<number, number | 'ipc' | undefined>(
    inheritedDescriptors().map(number => [number, number])
  );
  if (channel !== null) passed.set(channel.descriptor, leadsTo);
  const most = Math.max(2, ...passed.keys());
  return Array.from({ length: most - 2 }, (_, index) => passed.get(index + 3) ?? 'ignore');
}

/** Descriptors of what Node itself opens: for its event loop, its signals, and for a terminal. */
const NODES_OWN = /^anon_inode:|^\/dev\/(pts\/|tty)/;

/** Where the system lists the descriptors of this process: with what they lead to, or without. */
const FOLDERS = ['/proc/self/fd', '/dev/fd'];

/**
 * The descriptors beyond the usual three that this program was started with, in their order. Node has
 * others open, which lead to nothing that was passed to it.
 */
function inheritedDescriptors(): readonly number[] {
  for (const folder of FOLDERS) {
    try {
      const numbers = readdirSync(folder)
        .map(Number)
        .filter(number => number > 2);
      return inherited(numbers.map(number => ({ number, target: targetOf(folder, number) })));
    } catch {
      // Not on this system.
    }
  }
  return [];
}

interface Descriptor {
  readonly number: number;
  /** What it leads to; null where it is closed by now, or leads to nothing that could be inherited. */
  readonly target: string | null;
}

function targetOf(folder: string, number: number): string | null {
  try {
    if (folder === FOLDERS[0]) return readlinkSync(`${folder}/${number}`);
    return fstatSync(number).isFile() ? 'file' : null;
  } catch {
    return null;
  }
}

function inherited(all: readonly Descriptor[]): readonly number[] {
  const open = all.filter(({ target }) => target !== null).sort((a, b) => a.number - b.number);
  // What was passed on is there before Node opens anything, in the lowest free places.
  const first = open.find(({ target }) => /^anon_inode:/.test(target ?? ''))?.number ?? Infinity;
  const isPair = (target: string): boolean =>
    target.startsWith('pipe:') && open.filter(each => each.target === target).length > 1;
  const isInherited = ({ number, target }: Descriptor): boolean =>
    number < first || (!isOpenedHere(target ?? '') && !isPair(target ?? ''));
  return open.filter(isInherited).map(({ number }) => number);
}

/** Whether only this process itself can have opened that: Node for itself, or the profiler to measure this process. */
function isOpenedHere(target: string): boolean {
  return NODES_OWN.test(target) || target.startsWith(`/proc/${process.pid}/`);
}
