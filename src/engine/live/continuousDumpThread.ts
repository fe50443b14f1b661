import { existsSync, statSync } from 'node:fs';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { aggregate } from '../../analysis/statistics/aggregate';
import { messageOf } from '../../base/errors';
import { NS_PER_MS, NS_PER_US } from '../../base/time';
import { type Clock, monotonicClock } from '../../base/clock';
import { mergeProfiles } from '../../model/merge/mergeProfiles';
import type { Profile, CounterSeries } from '../../model/profile/profile';
import type { OutputFile } from '../../formats/shared/format';
import { buildProfile } from '../../record/build/buildProfile';
import type { MirrorNews } from '../../record/logs/mirrorNews';
import { RecordingMirror } from '../../record/mirror/recordingMirror';
import { RecordingWindow } from '../../record/slices/recordingWindow';
import type { TakenSlices } from '../../record/mirror/seenRecords';
import { loadV8Addon } from '../../native/v8Addon';
import { HeapWatch } from '../../sources/v8/heap/heapWatch';
import { ownSliceCost } from '../annotate/sliceCost';
import type { DumpReport, DumpRequest } from './dumpRequest';
import { dumpOutput, encodeOutput, writeEncoded } from '../results/exportProfile';
import { GrowingRecording, startOfRecording } from './growingRecording';
import { GrowingTrace } from './growingTrace';
import { KeptSamples, ThreadSamples } from './threadSamples';
import { WriteTurn } from './writeTurn';
import type {
  SharedCounter,
  ContributionContext,
  Contributor
} from '../../record/build/contribution';
import { readSharedSeries } from '../../sources/process/sharedSeries';

/** Slices that ended later than this before a file is made may not be visible whole yet. */
const SETTLING_NS = BigInt(NS_PER_MS);

/** How long to wait for the other side to release the file before trying again later. */
const TURN_PATIENCE_MS = 1000;

/**
 * Files fall behind when each of so many in a row took more than so many periods, and longer than so many
 * milliseconds: one alone may have waited while the process was stopped.
 */
const LATE_FILES = 3;
const LATE_PERIODS = 5;
const LATE_MS = 1000;

/** The channels by which the thread receives news of the recorder, and its request. */
export interface ContinuousDumpPorts {
  /** Brings `MirrorNews`, takes `DumpReport`s. */
  readonly port: MessagePort;
  readonly request: DumpRequest;
  readonly clock?: Clock;
}

/**
 * Writes the file of a {@link DumpRequest} immediately and then repeatedly, in a worker thread. The
 * next file begins one period after the last one began; if that has passed, the thread rests for a
 * quarter of the time that the file took. Chrome JSON and `.kscope` only get new data added.
 */
export class ContinuousDumpThread {
  readonly #mirror = new RecordingMirror();
  readonly #turn: WriteTurn;
  readonly #output: OutputFile;
  readonly #clock: Clock;
  readonly #startedAtMs = Date.now();
  readonly #heap: HeapWatch | null;
  readonly #samples: KeptSamples | null;
  readonly #threads: ThreadSamples | null;
  #writtenRecords = -1;
  /** The file that is being added to, or null where the next one is written whole. */
  #trace: GrowingTrace | null = null;
  /** The file of the recording that is being added to, or null where the next one is written whole. */
  #recording: GrowingRecording | null = null;
  #lastKind: DumpReport['kind'] | null = null;
  #lateFiles = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #onNews = (news: MirrorNews): void => this.#mirror.apply(news);

  constructor(private readonly ports: ContinuousDumpPorts) {
    this.#turn = new WriteTurn(ports.request.turn);
    this.#output = dumpOutput(ports.request.file);
    this.#clock = ports.clock ?? monotonicClock;
    const { heap, counters, samples } = ports.request;
    this.#heap = heap ? new HeapWatch(heap, counters, () => this.flush()) : null;
    this.#samples = samples && new KeptSamples(loadV8Addon().sampler, samples.handle);
    this.#threads = samples && new ThreadSamples();
  }

  /** Writes the first file and goes on until nobody may write, or nothing is left to read. */
  start(): void {
    this.#heap?.start();
    this.ports.port.on('message', this.#onNews);
    this.#step();
  }

  /** Updates the file immediately; errors are reported as usual. */
  flush(): void {
    if (!this.#turn.isClosed) this.#tryToBringUpToDate();
  }

  /** Ends it; the file stays as it is. */
  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#heap?.dispose();
    this.ports.port.off('message', this.#onNews);
  }

  #step(): void {
    const begun = this.#clock();
    this.#tryToBringUpToDate();
    if (this.#turn.isClosed || this.#mirror.isCleared) {
      this.dispose();
      return;
    }
    const tookMs = Number(this.#clock() - begun) / NS_PER_MS;
    this.#tellOfLateness(tookMs);
    const delayMs = Math.max(this.ports.request.periodMs - tookMs, tookMs / 4);
    this.#timer = setTimeout(() => this.#step(), delayMs);
  }

  #tryToBringUpToDate(): void {
    try {
      this.#bringUpToDate();
      this.#report({ kind: 'written' });
    } catch (error) {
      this.#report({ kind: 'failed', message: messageOf(error) });
    }
  }

  #bringUpToDate(): void {
    this.#drain();
    if (this.#mirror.isCleared) return;
    const { format, gzip } = this.#output;
    const isAlone = this.ports.request.earlier.length === 0;
    if (isAlone && format === 'chrome' && !gzip) this.#grow();
    else if (isAlone && format === 'kscope') this.#record();
    else this.#replace();
  }

  /** Adds new data to the file of the recording; rewrites it if that is not possible. */
  #record(): void {
    const known = this.#recording?.isCurrent && !this.#isOutgrown() ? this.#recording : null;
    const { startToken, startTime, counters, makesFolders = true } = this.ports.request;
    const recording =
      known ?? new GrowingRecording(this.#output.path, this.#startOfFile(), makesFolders);
    this.#recording = null;
    const until = this.#clock() - SETTLING_NS;
    const end = until < startTime ? startTime : until;
    const part = this.#mirror.readNew({ startToken, until }, recording.seen, startTime);
    const shared = newSharedValues(counters, recording.seen, { originNs: startTime, endNs: end });
    const heap = this.#heap?.use ?? null;
    const { slices } = recording.seen;
    const sliceCostNs = slices > 0 ? ownSliceCost(slices) : 0;
    const times = { durationNs: Number(end - startTime), cpuTimeNs: this.#cpuTimeNs() };
    const allocations = this.#heap?.takeAllocations();
    const takenSamples = this.#takeSamples(known === null);
    const isDone = this.#turn.take(TURN_PATIENCE_MS, () => {
      // Counters are identified by position: those of sources are known from the beginning.
      const all = { ...part, counters: [...shared, ...part.counters], allocations, takenSamples };
      recording.write(all, { ...times, sliceCostNs, heap });
    });
    if (isDone) this.#recording = recording;
    this.#threads?.bringUpToDate(until);
  }

  /** The CPU samples that are new, or all of them for a file that is written whole. */
  #takeSamples(isWhole: boolean): readonly Uint8Array[] {
    if (this.#samples === null) return [];
    const fresh = this.#samples.take();
    return isWhole ? this.#samples.all : fresh;
  }

  #startOfFile(): Uint8Array {
    const { request } = this.ports;
    return startOfRecording({ ...request, folder: request.samples?.folder ?? '' });
  }

  /** True if most of the file has been replaced by newer slices: then it is rewritten. */
  #isOutgrown(): boolean {
    const { mode, slices } = this.#mirror.sliceLimit;
    return mode === 'keepLast' && (this.#recording?.seen.slices ?? 0) > 2 * slices;
  }

  #cpuTimeNs(): number {
    const { user, system } = process.cpuUsage();
    return Math.max(0, (user + system) * NS_PER_US - this.ports.request.cpuStartNs);
  }

  /** Adds new data to the file; rewrites it if that is not possible. */
  #grow(): void {
    const known = this.#trace?.isCurrent ? this.#trace : null;
    const trace = known ?? new GrowingTrace(this.#output);
    this.#trace = null;
    const part = trace.encode(this.#build(trace.taken));
    const isDone = this.#turn.take(TURN_PATIENCE_MS, () => {
      if (part.length > 0 && trace.isCurrent) trace.write(part, this.#sizeSoFar());
    });
    if (isDone) this.#trace = trace;
  }

  #replace(): void {
    const profile = this.#build();
    const records = recordsOf(profile);
    if (records === this.#writtenRecords) return;
    const output = this.#output;
    const whole = mergeProfiles([...this.ports.request.earlier, profile]);
    const bytes = encodeOutput({ profile: whole, sections: () => aggregate(whole) }, output);
    const isDone = this.#turn.take(TURN_PATIENCE_MS, () => {
      writeEncoded(bytes, output, this.#sizeSoFar());
    });
    if (isDone) this.#writtenRecords = records;
  }

  /** Processes the news received since the last turn of the event loop. */
  #drain(): void {
    const { port } = this.ports;
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      this.#mirror.apply(next.message as MirrorNews);
    }
  }

  #build(taken?: TakenSlices): Profile {
    const { startToken, startTime, info, counters } = this.ports.request;
    const { threadId } = this.ports.request;
    const until = this.#clock() - SETTLING_NS;
    const recorder = this.#mirror.read({ startToken, until, taken });
    const window = new RecordingWindow(0, startTime);
    const end = { token: recorder.slices.nextToken, time: until < startTime ? startTime : until };
    window.close(end);
    const run = { ...info, cpuTimeNs: this.#cpuTimeNs() };
    const sources = [sharedCounterReader(counters)];
    return buildProfile({
      recorder,
      window,
      end,
      sources,
      info: run,
      sliceCostNs: ownSliceCost,
      threadId
    });
  }

  /** Bytes of the file as this trace has written it, from whichever thread. */
  #sizeSoFar(): number {
    const { file, leastBytes } = this.ports.request;
    if (!existsSync(file)) return leastBytes;
    const { mtimeMs, size } = statSync(file);
    return mtimeMs >= this.#startedAtMs ? Math.max(leastBytes, size) : leastBytes;
  }

  #tellOfLateness(tookMs: number): void {
    const limitMs = Math.max(LATE_MS, LATE_PERIODS * this.ports.request.periodMs);
    if (this.#lateFiles === LATE_FILES) return;
    this.#lateFiles = tookMs > limitMs ? this.#lateFiles + 1 : 0;
    if (this.#lateFiles < LATE_FILES) return;
    this.ports.port.postMessage({ kind: 'late', tookMs } satisfies DumpReport);
  }

  /** Reports the first file, and when files can no longer or again be written. */
  #report(report: DumpReport): void {
    if (report.kind !== this.#lastKind) this.ports.port.postMessage(report);
    this.#lastKind = report.kind;
  }
}

/** Grows whenever something was added to a run's profile. */
function recordsOf({ slices, counters, instants }: Profile): number {
  return counters.reduce((sum, { time }) => sum + time.length, slices.length + instants.length);
}

/** The position of a reader of counters that threads share. */
interface SeenValues {
  /** For each counter when the last value was that was read, nanoseconds from the recording's begin. */
  readonly shared: number[];
}

/** A stretch of a recording, clock nanoseconds. */
interface RecordedStretch {
  readonly originNs: bigint;
  readonly endNs: bigint;
}

/** The values of `counters` that have come since `seen`, which is brought up to date. */
function newSharedValues(
  counters: readonly SharedCounter[],
  seen: SeenValues,
  { originNs, endNs }: RecordedStretch
): CounterSeries[] {
  const lengthNs = Number(endNs - originNs);
  return counters.map(({ head, series, originNs: own }, number) => {
    const shift = Number(own - originNs);
    const all = readSharedSeries(series);
    const time = all.time.map(each => each + shift);
    const after = seen.shared[number] ?? -1;
    const from = firstAfter(time, after);
    const to = Math.max(from, firstAfter(time, lengthNs));
    seen.shared[number] = to > from ? time[to - 1] : after;
    const rows = { time: time.slice(from, to), value: all.value.slice(from, to) };
    return { ...head, track: 0, ...rows };
  });
}

/** The first row whose time is later than `limit`. */
function firstAfter(time: Float64Array, limit: number): number {
  const row = time.findIndex(each => each > limit);
  return row < 0 ? time.length : row;
}

/** Contributes, on another thread than the one that records, what its sources share. */
function sharedCounterReader(counters: readonly SharedCounter[]): Contributor {
  return {
    contribute(context) {
      const read = counters.map(counter => readCounter(counter, context));
      const records = read.reduce((sum, { time }) => sum + time.length, 0);
      return { report: { source: 'memory', status: 'ok', message: '', records }, counters: read };
    }
  };
}

function readCounter(
  { head, series, originNs }: SharedCounter,
  { originNs: profileOrigin, endNs, mainTrack }: ContributionContext
): CounterSeries {
  const { time, value } = readSharedSeries(series);
  const shift = Number(originNs - profileOrigin);
  const lengthNs = Number(endNs - profileOrigin);
  const rows = [...time.keys()].filter(
    row => time[row] + shift >= 0 && time[row] + shift <= lengthNs
  );
  return {
    ...head,
    track: mainTrack,
    time: Float64Array.from(rows, row => time[row] + shift),
    value: Float64Array.from(rows, row => value[row])
  };
}
