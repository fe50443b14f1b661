import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { formatBytes } from '../../base/text';
import type { Contribution, ContributionContext, Source } from '../../record/build/contribution';
import type { MemoryHost } from '../process/memoryHost';
import { type TimedSeries, createSharedSeries, readSharedSeries } from '../process/sharedSeries';
import { WatchState } from '../process/traceWatcher';
import { SourceFaults, type SourceKind } from '../source';
import type { SourceMapper } from '../v8/scripts/sourceMapper';
import { DeoptTrace, type DeoptTraceHost, DeoptsUnavailableError } from './deoptTrace';
import { contributeDeopts } from './contributeDeopts';
import { parseDeopts } from './parseDeopts';
import { END_FLAGS } from './traceFlags';

/** Bytes of V8's trace, from which on it is ended; one deoptimization takes 0.3 to 6 kB. */
const MAX_TRACE = 32_000_000;

/** Looks at the size of the trace that are kept; half as many from then on. */
const MAX_LOOKS = 1 << 12;

/** The services that {@link DeoptSource} needs. */
export interface DeoptSourceHost {
  readonly recorder: { now(): bigint };
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
  /** The thread that watches the trace. */
  readonly memoryHost: MemoryHost;
}

/** The part of a trace that belongs to one recording. */
interface RecordedTrace {
  readonly bytes: Uint8Array;
  /** The place of `bytes` in the trace. */
  readonly fromByte: number;
}

const NOTHING: RecordedTrace = { bytes: new Uint8Array(0), fromByte: 0 };

/** Records where and why V8 gives up optimized code of the main thread, from V8's trace. */
export class DeoptSource implements Source {
  readonly #faults = new SourceFaults('deopts', 'Some deoptimizations are missing.');
  readonly #sizes = createSharedSeries(MAX_LOOKS);
  readonly #state = new Int32Array(new SharedArrayBuffer(8));
  #recorded = NOTHING;
  #file: number | null = null;
  #fromByte = 0;
  #startNs = 0n;

  constructor(
    private readonly host: DeoptSourceHost,
    private readonly trace: Pick<DeoptTrace, 'begin' | 'end'>,
    private readonly maxBytes = MAX_TRACE
  ) {}

  start(): void {
    this.#startNs = this.host.recorder.now();
    try {
      this.#begin();
    } catch (error) {
      if (error instanceof DeoptsUnavailableError) this.#faults.unavailable(error.message);
      else this.#faults.note(error);
    }
  }

  endWindow(): void {
    Atomics.store(this.#state, WatchState.isOver, 1);
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    this.#recorded = this.#faults.guard(() => this.#read(file), NOTHING);
    this.#faults.guard(() => closeSync(file), undefined);
    this.#faults.guard(() => this.trace.end(), undefined);
    if (Atomics.load(this.#state, WatchState.isFull) === 0) return;
    this.#faults.limited(
      `V8's trace was ended when it had ${formatBytes(this.maxBytes)}; later deoptimizations are missing.`
    );
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(
    context: Pick<ContributionContext, 'originNs' | 'endNs' | 'mainTrack' | 'label'>
  ): Contribution {
    const { mapper, folder } = this.host;
    const deopts = [...parseDeopts(this.#recorded.bytes)];
    const shown = contributeDeopts(deopts, context, {
      ...{ mapper, folder },
      timeOf: this.#timesAfter(context)
    });
    const report = this.#faults.report(shown.records);
    return report.status === 'unavailable' ? { report } : { report, ...shown.tables };
  }

  /** Nothing is traced any more if the thread that bounds the trace cannot be asked. */
  #begin(): void {
    const files = this.trace.begin();
    try {
      this.#file = openSync(files.main, 'r');
      this.#fromByte = fstatSync(this.#file).size;
      this.host.memoryHost.post({
        type: 'kernelscope:watchTrace',
        file: files.main,
        others: files.others,
        maxBytes: this.maxBytes,
        endFlags: END_FLAGS,
        originNs: this.#startNs,
        ...{ sizes: this.#sizes, state: this.#state }
      });
    } catch (error) {
      if (this.#file !== null) closeSync(this.#file);
      this.#file = null;
      this.trace.end();
      throw error;
    }
  }

  /** The trace from the start of the recording until now. */
  #read(file: number): RecordedTrace {
    const fromByte = this.#fromByte;
    const bytes = new Uint8Array(Math.max(0, fstatSync(file).size - fromByte));
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, fromByte + length);
    }
    return { bytes: bytes.subarray(0, length), fromByte };
  }

  /** When the watching thread saw that a part of the recorded bytes was written, nanoseconds from the origin. */
  #timesAfter({
    originNs,
    endNs
  }: Pick<ContributionContext, 'originNs' | 'endNs'>): (endByte: number) => number {
    const { time, value }: TimedSeries = readSharedSeries(this.#sizes);
    const shiftNs = Number(this.#startNs - originNs);
    const windowNs = Number(endNs - originNs);
    let look = 0;
    return endByte => {
      while (look < value.length && value[look] < this.#recorded.fromByte + endByte) look++;
      const seenNs = look < value.length ? time[look] + shiftNs : windowNs;
      return Math.max(0, Math.min(windowNs, seenNs));
    };
  }
}

/** Deoptimizations of the main thread. */
export const DEOPTS: SourceKind<{ readonly deopts: boolean }, DeoptSourceHost & DeoptTraceHost> = {
  open(host) {
    const trace = new DeoptTrace(host);
    return { sources: ({ deopts }) => (deopts ? [new DeoptSource(host, trace)] : []) };
  }
};
