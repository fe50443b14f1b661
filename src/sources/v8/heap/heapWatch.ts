import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';
import { StackBuilder } from '../../../model/build/stackBuilder';
import { StringTable } from '../../../model/build/stringTable';
import { MEMORY_COUNTERS } from '../../../model/profile/memoryCounters';
import type { HeapUse, RecordedAllocations } from '../../../model/profile/recordedPart';
import type { SharedCounter } from '../../../record/build/contribution';
import { monotonicClock } from '../../../base/clock';
import { flagsOfNode } from '../../process/nodeInternals';
import { latestValue } from '../../process/sharedSeries';
import { FileMapper } from '../scripts/fileMapper';
import { type HeapProfile, windowOf } from './heapWindow';
import type { HeapSampling } from './heapEstimate';
import { convertHeapSamples } from './heapSampleConvert';
import { type HeapOptions, samplingOf } from './heapSampler';

/** The heap of the main thread, for the thread that watches it. */
export interface WatchedHeap {
  /** Bytes from which on V8 gives up. */
  readonly limitBytes: number;
  /** What is sampled of it; null for nothing. */
  readonly sampling: HeapSampling | null;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** Time between two looks, milliseconds. */
const LOOK_MS = 100;

/** The part of the limit from which on a heap is filling up: it is read before a program is out of memory. */
const FILLING_SHARE = 0.7;

/** It is read again when it has grown by such a part of the limit, */
const STEP_SHARE = 0.05;

/** or after so many times the time that the main thread took to answer, so that it costs 1 % at most. */
const REST = 100n;

/** The spaces of V8's young generation, of which its limit has all. */
const YOUNG_SPACES = 3;
const YOUNG_SPACE_MB = 16;
const MB = 2 ** 20;

/** The heap of this thread as another thread watches it, by the options of its recording. */
export function watchedHeap(options: HeapOptions, folder: string): WatchedHeap {
  return { limitBytes: heapLimit(), sampling: samplingOf(options), folder };
}

/** The limit of the old generation, which V8 states with that of the young one only. */
function heapLimit(): number {
  const flags = flagsOfNode().join(' ');
  const stated = flagMb(flags, 'max-old-space-size');
  if (stated !== null) return stated * MB;
  const young = YOUNG_SPACES * (flagMb(flags, 'max-semi-space-size') ?? YOUNG_SPACE_MB) * MB;
  const { heap_size_limit: both } = getHeapStatistics();
  return Math.max(both - young, both / 2);
}

function flagMb(flags: string, name: string): number | null {
  const pattern = new RegExp(`--${name.replaceAll('-', '[-_]')}[= ](\\d+)`, 'g');
  const value = Number([...flags.matchAll(pattern)].at(-1)?.[1] ?? 0);
  return value > 0 ? value : null;
}

/**
 * Watches, in another thread, the use of the main thread's heap as its memory is sampled. While the heap fills
 * up, it reads who has allocated what is in it: V8 ends a program that runs out of memory without a word to it.
 */
export class HeapWatch {
  readonly #series: SharedArrayBuffer | undefined;
  #timer: NodeJS.Timeout | null = null;
  #session: Session | null = null;
  #read: RecordedAllocations | undefined;
  #isReading = false;
  #readAtBytes = 0;
  #restUntil = 0n;
  #mostBytes = 0;

  /** @param onNews called when there is more to be written */
  constructor(
    private readonly heap: WatchedHeap,
    counters: readonly SharedCounter[],
    private readonly onNews: () => void
  ) {
    this.#series = counters.find(({ head }) => head.name === MEMORY_COUNTERS.heap)?.series;
  }

  /** Begins to watch; nothing is known of a heap whose memory is not sampled. */
  start(): void {
    if (this.#series) this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  dispose(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#session?.disconnect();
    this.#session = null;
  }

  /** The use of the heap when it was sampled last; null before that. */
  get use(): HeapUse | null {
    const usedBytes = this.#series ? latestValue(this.#series) : 0;
    return usedBytes > 0 ? { usedBytes, limitBytes: this.heap.limitBytes } : null;
  }

  /** Who has allocated, if that was read since the last call. */
  takeAllocations(): RecordedAllocations | undefined {
    const read = this.#read;
    this.#read = undefined;
    return read;
  }

  #look(): void {
    const { use } = this;
    if (!use || use.usedBytes < FILLING_SHARE * use.limitBytes) return;
    const step = STEP_SHARE * use.limitBytes;
    const isMore = use.usedBytes > this.#mostBytes + step;
    if (isMore) this.#mostBytes = use.usedBytes;
    const isDue = use.usedBytes > this.#readAtBytes + step || monotonicClock() > this.#restUntil;
    if (this.heap.sampling !== null && !this.#isReading && isDue) this.#readHeap(use.usedBytes);
    else if (isMore) this.onNews();
  }

  #readHeap(usedBytes: number): void {
    this.#isReading = true;
    const begun = monotonicClock();
    this.#session ??= connectToMainThread();
    this.#session.post('HeapProfiler.getSamplingProfile', (error, answer) => {
      this.#isReading = false;
      this.#readAtBytes = Math.max(this.#readAtBytes, usedBytes);
      const end = monotonicClock();
      this.#restUntil = end + REST * (end - begun);
      if (error !== null || this.#timer === null) return;
      this.#read = this.#allocationsOf(answer.profile as unknown as HeapProfile);
      this.onNews();
    });
  }

  #allocationsOf(profile: HeapProfile): RecordedAllocations | undefined {
    const { sampling, folder } = this.heap;
    if (sampling === null) return undefined;
    const strings = new StringTable();
    const stacks = new StackBuilder();
    const mapper = new FileMapper();
    const window = windowOf(profile, 0, sampling);
    const heapSamples = convertHeapSamples(window, { strings, stacks, mapper, folder });
    return {
      strings: strings.toArray(),
      frames: stacks.frames(),
      stacks: stacks.stacks(),
      heapSamples
    };
  }
}

function connectToMainThread(): Session {
  const session = new Session();
  session.connectToMainThread();
  return session;
}
