import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../../base/clock';
import { AttachError } from './attachError';
import {
  type ProcessSocket,
  isPortTaken,
  listenerOf,
  socketsOf,
  statusField
} from './processTable';
import { type TargetProcess, handlesSignal } from './targetProcess';

/** The open inspector of a process. */
export interface OpenInspector {
  /** The address of its WebSocket. */
  readonly url: string;
  readonly port: number;
  /** Whether it was opened for us, and is ours to close. */
  readonly isOurs: boolean;
}

/** How long a process may take to open its inspector, seconds: it does not while native code runs. */
const OPENING_S = 10;
const OPENING_NS = BigInt(OPENING_S) * 1_000_000_000n;

const POLL_MS = 20;

/** How long an inspector may take to answer, milliseconds. */
const ANSWER_MS = 5000;

/** Bytes of an answer at most. */
const MAX_ANSWER_BYTES = 1 << 20;

/**
 * The inspector of a process: the open one, or that which a signal has it open, on a port of this machine alone.
 *
 * @throws AttachError if it does not open, or a debugger is connected to it
 */
export async function openInspector(target: TargetProcess): Promise<OpenInspector> {
  const { pid, inspectorPorts } = target;
  const before = socketsOf(pid);
  const listening = before.filter(({ isListening }) => isListening);
  // With the port 0 it may be any of them.
  const isAny = inspectorPorts.includes(0);
  const candidates = listening.filter(({ port }) => isAny || inspectorPorts.includes(port));
  for (const socket of candidates) {
    const url = await inspectorUrl(socket);
    if (url === null) continue;
    const isUsed = before.some(({ port, isListening }) => !isListening && port === socket.port);
    if (isUsed) {
      throw new AttachError(
        `A debugger is connected to process ${pid}, on port ${socket.port}. Disconnect it, since a paused or slowed ` +
          'process has no useful profile'
      );
    }
    return { url, port: socket.port, isOurs: false };
  }
  if (!handlesSignal(pid)) {
    throw new AttachError(
      `Process ${pid} has no inspector to open: it runs with --disable-sigusr1 or a Node without one, or has only just ` +
        'begun. Nothing was sent to it. Start it under kernelscope run, or with --inspect=0'
    );
  }
  const [port] = inspectorPorts;
  if (port !== 0 && isPortTaken(port, pid)) throw takenPort(pid, port);
  signal(pid);
  return await openedInspector(pid, new Set(listening.map(each => each.port)));
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGUSR1');
  } catch (error) {
    throw new AttachError(`Process ${pid} has ended`, { cause: error });
  }
}

async function openedInspector(pid: number, known: ReadonlySet<number>): Promise<OpenInspector> {
  const until = monotonicClock() + OPENING_NS;
  while (monotonicClock() < until) {
    await sleep(POLL_MS);
    const opened = await newInspector(pid, known);
    if (opened !== null) return opened;
    if (hasEnded(pid)) throw new AttachError(`Process ${pid} ended before its inspector was open`);
  }
  throw new AttachError(
    `Process ${pid} did not open its inspector in ${OPENING_S} s: it runs native code without a pause, or ` +
      'handles SIGUSR1 itself. If the inspector opens later, it stays open on 127.0.0.1 until the process ends. ' +
      'Try again later, or start the program under kernelscope run'
  );
}

/** The inspector on a port that the process did not have before; null while there is none. */
async function newInspector(
  pid: number,
  known: ReadonlySet<number>
): Promise<OpenInspector | null> {
  const opened = socketsOf(pid).filter(({ isListening, port }) => isListening && !known.has(port));
  for (const socket of opened) {
    const url = await inspectorUrl(socket);
    if (url !== null) return { url, port: socket.port, isOurs: true };
  }
  return null;
}

function takenPort(pid: number, port: number): AttachError {
  const owner = listenerOf(port, pid);
  const whose = owner === null ? 'another process' : `process ${owner}`;
  return new AttachError(
    `Process ${pid} cannot open its inspector: ${whose} has port ${port}. Nothing was sent to it. End that, or start ` +
      'the program with --inspect-port=0'
  );
}

/** Whether a process has ended, even if nobody has noticed yet. */
function hasEnded(pid: number): boolean {
  return /^(?:[ZX]|$)/.test(statusField(pid, 'State') ?? '');
}

/** The address of the WebSocket of an inspector; null if something else listens. */
async function inspectorUrl({ host, port }: ProcessSocket): Promise<string | null> {
  try {
    const answer: unknown = JSON.parse(await textAt(`http://${host}:${port}/json/list`));
    const [first] = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
    const { id, type } = (first ?? {}) as { readonly id?: unknown; readonly type?: unknown };
    const isNode = type === 'node' && typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
    return isNode ? `ws://${host}:${port}/${id}` : null;
  } catch {
    return null;
  }
}

function textAt(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, timeout: ANSWER_MS }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > MAX_ANSWER_BYTES) request.destroy(new RangeError('too long'));
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject);
  });
}
