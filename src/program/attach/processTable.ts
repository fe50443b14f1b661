import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The folder of the system's facts about processes, on Linux. */
const PROC = '/proc';

/** A TCP socket of a process. */
export interface ProcessSocket {
  readonly port: number;
  /** The host at which this machine reaches the socket, as in a URL. */
  readonly host: '127.0.0.1' | '[::1]';
  readonly isListening: boolean;
}

/** The text of a file of a process, such as `status`; null if there is none, or it is another user's. */
export function processText(pid: number, name: string): string | null {
  try {
    return readFileSync(`${PROC}/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

/** The target of a link of a process, such as `exe`, `cwd` or `ns/net`; null as for {@link processText}. */
export function processLink(pid: number, name: string): string | null {
  try {
    return readlinkSync(`${PROC}/${pid}/${name}`);
  } catch {
    return null;
  }
}

/** A field of the `status` of a process; null without one. */
export function statusField(pid: number, name: string): string | null {
  const status = processText(pid, 'status');
  return status === null ? null : (new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? null);
}

/** The TCP sockets that a process has open. */
export function socketsOf(pid: number): readonly ProcessSocket[] {
  const inodes = socketInodes(pid);
  return ['tcp', 'tcp6'].flatMap(table =>
    rowsOf(pid, table)
      .filter(({ inode }) => inodes.has(inode))
      .map(({ inode: _, ...socket }) => socket)
  );
}

/** The process that listens on a port which the process `pid` may want; null if none is known to. */
export function listenerOf(port: number, pid: number): number | null {
  const inodes = ['tcp', 'tcp6']
    .flatMap(table => rowsOf(pid, table))
    .filter(socket => socket.isListening && socket.port === port)
    .map(({ inode }) => inode);
  const pids = inodes.length === 0 ? [] : readdirSync(PROC).filter(name => /^\d+$/.test(name));
  const found = pids.find(each => inodes.some(inode => socketInodes(Number(each)).has(inode)));
  return found === undefined ? null : Number(found);
}

/** Whether anything listens on a port where the process `pid` runs. */
export function isPortTaken(port: number, pid: number): boolean {
  return ['tcp', 'tcp6'].some(table =>
    rowsOf(pid, table).some(socket => socket.isListening && socket.port === port)
  );
}

interface SocketRow extends ProcessSocket {
  readonly inode: string;
}

/** States of sockets in the tables of Linux. */
const ESTABLISHED = '01';
const LISTENING = '0A';

const ROW = /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ ([0-9A-F]{2}) \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

const IPV6_LOOPBACK = '00000000000000000000000001000000';

function rowsOf(pid: number, table: string): readonly SocketRow[] {
  const text = processText(pid, `net/${table}`) ?? '';
  return [...text.matchAll(ROW)]
    .filter(([, , , state]) => state === LISTENING || state === ESTABLISHED)
    .map(([, address, port, state, inode]) => ({
      port: Number.parseInt(port, 16),
      host: address === IPV6_LOOPBACK ? '[::1]' : '127.0.0.1',
      isListening: state === LISTENING,
      inode
    }));
}

function socketInodes(pid: number): ReadonlySet<string> {
  const inodes = new Set<string>();
  for (const name of openFiles(pid)) {
    const inode = /^socket:\[(\d+)\]$/.exec(processLink(pid, `fd/${name}`) ?? '')?.[1];
    if (inode !== undefined) inodes.add(inode);
  }
  return inodes;
}

function openFiles(pid: number): readonly string[] {
  try {
    return readdirSync(`${PROC}/${pid}/fd`);
  } catch {
    return [];
  }
}
