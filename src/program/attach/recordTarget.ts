import { setTimeout as sleep } from 'node:timers/promises';
import { NS_PER_MS } from '../../base/time';
import { monotonicClock } from '../../base/clock';
import { AttachError } from './attachError';
import type { TargetRecording } from './attachedProfile';
import { type CdpConnection, connect } from './cdpConnection';
import type { CdpSession } from './cdpSession';
import { type OpenInspector, openInspector } from './openInspector';
import { processText, socketsOf } from './processTable';
import type { TargetProcess } from './targetProcess';
import { beginRecording, endRecording } from './threadRecording';
import { type WorkerSession, WorkerSessions } from './workerSessions';

/** How a process is recorded. */
export interface AttachOptions {
  /** The longest recording, milliseconds. */
  readonly durationMs: number;
  /** Interval of the samples, microseconds. */
  readonly intervalUs: number;
  /** Ends the recording early. */
  readonly stop: AbortSignal;
  /** Called once recording has begun. */
  readonly onBegin?: () => void;
}

/** Closes the inspector of the process that evaluates it. */
const CLOSE_INSPECTOR = `(process.getBuiltinModule ? process.getBuiltinModule('inspector') : require('inspector')).close()`;

/** A heap of more bytes is not collected first, since its process would pause for long. */
const MAX_COLLECTED_BYTES = 256 * 1024 * 1024;

/** How long we wait for the collection, milliseconds. */
const COLLECTING_MS = 500;

/** How long the process may take to stop listening, milliseconds. */
const CLOSING_MS = 10_000;
const CLOSING_NS = BigInt(CLOSING_MS) * 1_000_000n;

const POLL_MS = 20;

/** One tick of the CPU times that Linux has of processes, nanoseconds. */
const TICK_NS = 10 * NS_PER_MS;

/**
 * Records a running process until the time is over, it is asked to stop, or the process ends by itself. Whatever
 * happens, the process is left as it was found: neither paused, nor sampled, nor listening.
 *
 * @throws AttachError if it cannot be recorded, or is killed meanwhile
 */
export async function recordTarget(
  target: TargetProcess,
  options: AttachOptions
): Promise<TargetRecording> {
  const inspector = await openInspector(target);
  const connection = await connect(inspector.url, target.pid);
  const ending = whenEnding(connection);
  try {
    return await record(target, connection, { ...options, ending: ending.promise });
  } finally {
    await leave(target.pid, connection, { inspector, isEnding: ending.isEnding() });
  }
}

/** The moment when the process has run all of its program, and waits for us before it exits. */
function whenEnding({ session }: CdpConnection): {
  readonly promise: Promise<void>;
  readonly isEnding: () => boolean;
} {
  let hasCome = false;
  const promise = new Promise<void>(resolve => {
    session.on('NodeRuntime.waitingForDisconnect', () => {
      hasCome = true;
      resolve();
    });
  });
  return { promise, isEnding: () => hasCome };
}

interface RecordOptions extends AttachOptions {
  readonly ending: Promise<void>;
}

async function record(
  { pid }: TargetProcess,
  { session, closed }: CdpConnection,
  { durationMs, intervalUs, stop, onBegin, ending }: RecordOptions
): Promise<TargetRecording> {
  const found = await evaluated(session, 'process.pid');
  if (found !== pid) {
    throw new AttachError(
      `The inspector of process ${pid} answers for process ${String(found)}; nothing was recorded`
    );
  }
  const runtime = String(await evaluated(session, 'process.version'));
  await session.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  await collectGarbage(session);
  const startedAtMs = Date.now();
  const cpuBefore = cpuTimeNs(pid);
  await beginRecording(session, intervalUs);
  const workers = await WorkerSessions.open(session, async worker => {
    await collectGarbage(worker);
    await beginRecording(worker, intervalUs);
  });
  onBegin?.();
  await endOf({ durationMs, stop, ending, closed });
  const usedNs = cpuTimeNs(pid) - cpuBefore;
  const main = { ...(await endRecording(session)), title: 'main thread' };
  const ended = await Promise.all(workers.all.map(worker => endWorker(worker)));
  return {
    threads: [main, ...ended.flatMap(({ recording }) => recording ?? [])],
    runtime,
    startedAtMs,
    intervalUs,
    cpuTimeNs: Math.max(0, usedNs),
    lostThreads: ended.filter(({ recording }) => recording === null).map(({ title }) => title)
  };
}

async function endWorker({ title, session }: WorkerSession) {
  try {
    return { title, recording: { ...(await endRecording(session)), title } };
  } catch {
    return { title, recording: null };
  }
}

/** Waits for the first of all that ends a recording. */
async function endOf({
  durationMs,
  stop,
  ending,
  closed
}: Pick<RecordOptions, 'durationMs' | 'stop' | 'ending'> & {
  closed: Promise<void>;
}): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  const time = sleep(durationMs, undefined, { signal }).catch(() => undefined);
  await Promise.race([time, ending, closed]);
  over.abort();
}

/** The value of an expression, which has no side effects. @throws AttachError if it fails */
async function evaluated(session: CdpSession, expression: string): Promise<unknown> {
  const answer = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return (answer as { readonly result?: { readonly value?: unknown } }).result?.value;
}

/**
 * Drops code that V8 would count for its callers, as `CpuAttachment` does (decision 5). A thread that runs without a
 * pause does it later.
 */
async function collectGarbage(session: CdpSession): Promise<void> {
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  if (usedSize > MAX_COLLECTED_BYTES) return;
  const collected = session.send('HeapProfiler.collectGarbage').catch(() => undefined);
  await Promise.race([collected, sleep(COLLECTING_MS, undefined, { ref: false })]);
}

/** CPU time of a process so far, user and system, nanoseconds; 0 once it has ended. */
function cpuTimeNs(pid: number): number {
  const text = processText(pid, 'stat') ?? '';
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_NS;
}

interface LeaveOptions {
  readonly inspector: OpenInspector;
  /** Whether the process exits by itself as soon as we have gone. */
  readonly isEnding: boolean;
}

/** Disconnects, and closes an inspector that was opened for us. @throws AttachError if it stays open */
async function leave(
  pid: number,
  connection: CdpConnection,
  { inspector: { port, isOurs }, isEnding }: LeaveOptions
): Promise<void> {
  const mustClose = isOurs && !isEnding;
  if (mustClose) {
    const request = { expression: CLOSE_INSPECTOR, includeCommandLineAPI: true };
    // Closing it ends the connection, so that there is no answer.
    connection.session.send('Runtime.evaluate', request).catch(() => undefined);
    await Promise.race([connection.closed, sleep(CLOSING_MS, undefined, { ref: false })]);
  }
  connection.close();
  if (!mustClose) return;
  const until = monotonicClock() + CLOSING_NS;
  while (isListening(pid, port)) {
    if (monotonicClock() > until) {
      throw new AttachError(
        `The inspector of process ${pid} is still open on port ${port} of this machine. It closes with the process`
      );
    }
    await sleep(POLL_MS);
  }
}

function isListening(pid: number, port: number): boolean {
  return socketsOf(pid).some(socket => socket.isListening && socket.port === port);
}
