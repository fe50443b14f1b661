import { PROGRESS_MIME_TYPE, type ProgressPhase, type RecordingProgress } from 'kernelscope/model';
import { progressText, SliceCounter } from 'kernelscope/host';
import type { Later } from '../cells/interrupt';
import type { Draft, MessageHeader } from './wire';
import type { ProgressNews, ProgressCell } from './outputMessages';

/** A cell that is recorded for less shows no progress. */
const FIRST_MS = 1000;
/** Time between two updates. */
const PERIOD_MS = 500;

/** The dependencies of {@link LiveProgress}. */
export interface LiveProgressOptions {
  /** Publishes a message about the request of that header. */
  readonly publish: (draft: Draft, parent: MessageHeader) => void;
  readonly later: Later;
  /** Monotonic time, milliseconds. */
  readonly now: () => number;
  /** Resident set size of the process, bytes. */
  readonly rssBytes: () => number;
}

/** A recording that goes on. */
class FollowedRecording {
  readonly slices = new SliceCounter();
  readonly #startedMs: number;
  #endedMs: number | null = null;
  isShown = false;
  /** The main thread stands still for a heap snapshot. */
  isTakingSnapshot = false;
  /** GPUs are still doing the work of the cell. */
  isWaiting = false;

  constructor(
    readonly cell: ProgressCell,
    startedMs: number
  ) {
    this.#startedMs = startedMs;
  }

  get phase(): ProgressPhase {
    if (this.isTakingSnapshot) return 'snapshot';
    if (this.#endedMs === null) return 'recording';
    return this.isWaiting ? 'waiting' : 'preparing';
  }

  finish(nowMs: number): void {
    this.#endedMs ??= nowMs;
  }

  elapsedMs(nowMs: number): number {
    return (this.#endedMs ?? nowMs) - this.#startedMs;
  }
}

/**
 * Publishes the progress of recordings, from the helper thread, while the cell may keep the main thread
 * busy. Each message updates an output that was never displayed: it reaches every client, and no
 * notebook keeps it.
 */
export class LiveProgress {
  readonly #options: LiveProgressOptions;
  #current: FollowedRecording | null = null;

  constructor(options: LiveProgressOptions) {
    this.#options = options;
  }

  /** Takes news of the main thread, in order. */
  take(news: ProgressNews): void {
    switch (news.kind) {
      case 'snapshot':
        return this.#takeSnapshot(news.cell);
      case 'begin':
        return this.#begin(news.cell);
      case 'slices':
        return this.#current?.slices.take(news.memory);
      case 'preparing':
        if (this.#current !== null) this.#current.isTakingSnapshot = false;
        return this.#current?.finish(this.#options.now());
      case 'waiting':
        if (this.#current !== null) this.#current.isWaiting = true;
        return;
      case 'end':
        return this.#end();
    }
  }

  /** Publishes nothing more. */
  close(): void {
    this.#current = null;
  }

  /** Where nothing is recorded yet, what is shown begins with it. */
  #takeSnapshot(cell: Omit<ProgressCell, 'firstToken'>): void {
    if (this.#current === null) this.#begin({ ...cell, firstToken: 0 });
    else this.#current.finish(this.#options.now());
    if (this.#current !== null) this.#current.isTakingSnapshot = true;
  }

  #begin(cell: ProgressCell): void {
    const { now, later } = this.#options;
    const recording = new FollowedRecording(cell, now());
    const isShown = this.#current?.isTakingSnapshot === true && this.#current.isShown;
    this.#current = recording;
    if (isShown) this.#show(recording);
    else later(() => this.#show(recording), FIRST_MS);
  }

  #show(recording: FollowedRecording): void {
    if (recording !== this.#current) return;
    recording.isShown = true;
    this.#publish(recording, recording.phase);
    this.#options.later(() => this.#show(recording), PERIOD_MS);
  }

  #end(): void {
    const recording = this.#current;
    this.#current = null;
    if (recording?.isShown === true) this.#publish(recording, 'ended');
  }

  #publish(recording: FollowedRecording, phase: ProgressPhase): void {
    const { publish, now, rssBytes } = this.#options;
    const { parent, name, cellId, firstToken } = recording.cell;
    const progress: RecordingProgress = {
      phase,
      name,
      cellId,
      elapsedMs: recording.elapsedMs(now()),
      rssBytes: rssBytes(),
      slices: recording.slices.countFrom(firstToken)
    };
    const data = { [PROGRESS_MIME_TYPE]: progress, 'text/plain': progressText(progress) };
    const transient = { display_id: `kernelscope-progress-${parent.msg_id}` };
    publish({ type: 'update_display_data', content: { data, metadata: {}, transient } }, parent);
  }
}
