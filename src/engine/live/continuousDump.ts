import { type Worker, threadId } from 'node:worker_threads';
import { ownListener } from '../../base/intrinsics/intrinsics';
import { KernelscopeError } from '../../base/errors';
import { NS_PER_MS, NS_PER_S, NS_PER_US } from '../../base/time';
import type { Recorder } from '../../record/recorder';
import type { RecordingWindow } from '../../record/slices/recordingWindow';
import type { ThreadStart } from '../../sources/process/memoryHost';
import { startOwnThread } from '../../sources/process/ownThread';
import type { ExitActions } from '../recording/exitActions';
import type { DumpReport, DumpRequest } from './dumpRequest';
import { WriteTurn } from './writeTurn';

const MS_PER_S = NS_PER_S / NS_PER_MS;

/** How long to wait for a write in progress, milliseconds. */
const WRITE_PATIENCE_MS = 5000;

/** A file could not be kept up to date while recording; the recording itself goes on. */
export class ContinuousDumpError extends KernelscopeError {}

/** The parts of a {@link DumpRequest} that are handed on as they are. */
type HandedOn =
  | 'info'
  | 'earlier'
  | 'leastBytes'
  | 'counters'
  | 'samples'
  | 'lateSources'
  | 'heap'
  | 'launch'
  | 'makesFolders';

/** The options of a {@link ContinuousDump}. Its CPU time is counted from now. */
export interface ContinuousDumpOptions extends Pick<DumpRequest, HandedOn> {
  readonly recorder: Recorder;
  /** Its actions when the process exits. */
  readonly exitActions: ExitActions;
  /** The open window of the run. */
  readonly window: RecordingWindow;
  /** The file to write, in the format of its ending; Chrome JSON for an unknown one. */
  readonly file: string;
  /** Time between two files, milliseconds. */
  readonly periodMs: number;
  /** Script of the thread that writes. */
  readonly workerFile: string;
  /** Says when that thread starts; at once unless given. */
  readonly threadStart?: Pick<ThreadStart, 'whenDue'>;
  /** The call that finally writes the whole file, for warnings. */
  readonly completedBy: string;
  /** Receives one warning when the file cannot be written, and one when it falls behind. */
  readonly warn: (text: string) => void;
}

/**
 * Keeps a file up to date while a window is recorded, from a separate thread, even while the recorded
 * thread is busy. A reader always finds one complete document, of all slices, values and moments that
 * had ended when it was written; the process may end at any time. Arguments, arrows and allocations are
 * not included. It never keeps the process alive.
 */
export class ContinuousDump {
  readonly #turn = new WriteTurn();
  #worker: Worker | null = null;
  #stopMirror: () => void = () => undefined;
  #fault: Error | null = null;
  #hasWarned = false;
  readonly #onExit = (): void => this.stop();

  constructor(private readonly options: ContinuousDumpOptions) {
    const { exitActions, threadStart } = options;
    const request = this.#request();
    exitActions.add(this.#onExit);
    if (threadStart === undefined) this.#start(request);
    else threadStart.whenDue(() => this.#start(request));
  }

  /** Why the file was not written the last time, or `null` when it was. */
  get failure(): Error | null {
    return this.#fault;
  }

  /**
   * Runs `write`, which writes the same file from this thread, at a moment when the other does not.
   */
  apart(write: () => void): void {
    if (!this.#turn.take(WRITE_PATIENCE_MS, write)) write();
  }

  /**
   * Ends it: when this returns nothing is being written, nor will be. A write that is under way is
   * waited for, 5 s at most. Call it before the window is closed; a second call changes nothing.
   */
  stop(): void {
    this.endWriting();
    void this.#worker?.terminate();
    this.#worker = null;
  }

  /** The same, but its thread goes on with what else it does. */
  endWriting(): void {
    if (!this.#turn.close(WRITE_PATIENCE_MS)) {
      this.#fail('the writing thread did not end in time');
    }
    this.options.exitActions.delete(this.#onExit);
    this.#stopMirror();
    this.#stopMirror = () => undefined;
  }

  #start(request: DumpRequest): void {
    if (this.#turn.isClosed) return;
    try {
      this.#startThread(request);
    } catch (error) {
      this.#fail(String(error));
      this.stop();
    }
  }

  #startThread(workerData: DumpRequest): void {
    const { recorder, workerFile } = this.options;
    const worker = startOwnThread(workerFile, { workerData });
    const onReport = ownListener((report: DumpReport) => this.#receive(report));
    const onError = ownListener((error: unknown) => this.#fail(String(error)));
    const onEnd = ownListener(() => this.#onWorkerEnd(worker));
    worker.on('message', onReport).on('error', onError).on('exit', onEnd);
    worker.unref();
    this.#worker = worker;
    this.#stopMirror = recorder.mirrorTo(news => worker.postMessage(news));
  }

  #request(): DumpRequest {
    const { window, file, periodMs, info, counters, samples } = this.options;
    const { earlier, leastBytes, launch, makesFolders, lateSources, heap } = this.options;
    const { user, system } = process.cpuUsage();
    const cpuStartNs = (user + system) * NS_PER_US;
    const { startToken, startTime } = window;
    const turn = this.#turn.memory;
    const place = { startToken, startTime, turn };
    const trace = { earlier, leastBytes, threadId, lateSources, heap };
    const known = { info, counters, samples, cpuStartNs };
    return { file, periodMs, ...known, ...trace, ...place, launch, makesFolders };
  }

  #receive(report: DumpReport): void {
    if (report.kind === 'written') this.#fault = null;
    else if (report.kind === 'failed') this.#fail(report.message);
    else this.#warnOfLateness(report.tookMs);
  }

  #warnOfLateness(tookMs: number): void {
    const { file, periodMs, completedBy, warn } = this.options;
    const took = (tookMs / MS_PER_S).toFixed(1);
    warn(
      `${file} falls behind: it took ${took} s to update, with a period of ` +
        `${periodMs / MS_PER_S} s. That much is missing if the process is killed; ` +
        `${completedBy} writes all of it.`
    );
  }

  #onWorkerEnd(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#fail(this.#fault?.message ?? 'the writing thread has ended');
    this.stop();
  }

  #fail(reason: string): void {
    const { file, completedBy, warn } = this.options;
    const text =
      `${file} is not kept up to date: ${reason.replace(/[.]$/, '')}. ` +
      `Recording goes on, and ${completedBy} writes all of it.`;
    this.#fault = new ContinuousDumpError(text);
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    warn(text);
  }
}
