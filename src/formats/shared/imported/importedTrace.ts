import type { GpuInfo } from '../../../facts/gpus';
import { growing, permute } from '../../../model/profile/columns';
import type { HeapAmount, HeapSampleTable, InstantTable } from '../../../model/profile/profile';
import { ImportedArgs } from './importedArgs';
import { ImportedCounters } from './importedCounters';
import { ImportedFlows } from './importedFlows';
import { ImportedLabels } from './importedLabels';
import { ImportedSamples } from './importedSamples';
import { ImportedSlices } from './importedSlices';
import { ImportedTexts } from './importedTexts';
import { IMPORT_LIMITS, TraceImportError } from './importLimits';
import { ImportNotes } from './importNotes';
import { TraceRows, orderByTime } from './traceRows';

/** Facts that a trace does not contain. */
export interface ImportOptions {
  readonly id: string;
  /** The profile's name, unless the trace has one. */
  readonly name: string;
  /** When the file was written, milliseconds since the Unix epoch. */
  readonly writtenAtMs: number;
}

/** Facts that a trace contains about itself. */
export interface TraceFacts {
  name: string | null;
  runtime: string;
  /** Wall-clock time at time 0, milliseconds since the Unix epoch; null when unknown. */
  startedAtMs: number | null;
  /** Monotonic clock at time 0, nanoseconds. */
  originNs: bigint;
  /** True if the profile begins at time 0, as in traces written here, not with its first record. */
  isOriginKnown: boolean;
  isTruncated: boolean;
  /** The GPUs that it describes. */
  gpus: readonly GpuInfo[];
}

/** A trace while it is read; times are whole nanoseconds. */
export class ImportedTrace {
  readonly notes = new ImportNotes();
  readonly texts: ImportedTexts;
  /** Texts that only tell things apart, and are not in the profile. */
  readonly identifiers: ImportedTexts;
  readonly labels: ImportedLabels;
  readonly rows = new TraceRows();
  readonly slices: ImportedSlices;
  readonly args: ImportedArgs;
  readonly instants = new ImportedInstants(this.notes);
  readonly counters = new ImportedCounters(this.notes);
  readonly flows = new ImportedFlows(this.notes);
  readonly samples = new ImportedSamples(this.notes);
  readonly heap = new ImportedHeap();
  readonly facts: TraceFacts = {
    name: null,
    runtime: '',
    startedAtMs: null,
    originNs: 0n,
    isOriginKnown: false,
    isTruncated: false,
    gpus: []
  };
  #first = Infinity;
  #last = -Infinity;

  constructor(bytes: Uint8Array) {
    const { texts, identifiers } = IMPORT_LIMITS;
    this.texts = new ImportedTexts(bytes, this.notes, { texts, note: 'texts' });
    this.identifiers = new ImportedTexts(bytes, this.notes, {
      texts: identifiers,
      note: 'identifiers'
    });
    this.labels = new ImportedLabels(this.texts);
    this.slices = new ImportedSlices(this.labels, this.notes);
    this.args = new ImportedArgs(this.texts, this.notes);
  }

  /** Something happened at `time`. @throws TraceImportError for a time beyond ± 2⁵³ ns, or none */
  see(time: number): void {
    if (!(Math.abs(time) <= Number.MAX_SAFE_INTEGER)) {
      throw new TraceImportError(`it has a time of ${time} ns, which is out of range`);
    }
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
  }

  /** From the first to the last time that was seen; zeros when there was none. */
  span(): { readonly first: number; readonly last: number } {
    return this.#first > this.#last
      ? { first: 0, last: 0 }
      : { first: this.#first, last: this.#last };
  }
}

/** Memory that a stack allocated, as a file has it. */
interface ImportedBytes {
  readonly bytes: number;
  /** Of `bytes`, bytes²; 0 where the file does not say how it was sampled. */
  readonly variance?: number;
  /** Samples behind the figure; 0 where the file does not say. */
  readonly samples?: number;
}

/** Memory that the stacks of a file allocated, each stack once, whatever their order. */
class ImportedHeap {
  readonly #rows = new Map<number, number>();
  readonly #stack = growing.uint32();
  readonly #samples = growing.uint32();
  readonly #sums = {
    allocated: { bytes: growing.float64(), variance: growing.float64() },
    alive: { bytes: growing.float64(), variance: growing.float64() }
  };

  /** Adds memory of a stack, a row of `ImportedSamples.stacks`. */
  add(
    stack: number,
    amount: HeapAmount,
    { bytes, variance = 0, samples = 0 }: ImportedBytes
  ): void {
    const row = this.#row(stack);
    const sums = this.#sums[amount];
    sums.bytes.set(row, sums.bytes.at(row) + bytes);
    sums.variance.set(row, sums.variance.at(row) + variance);
    this.#samples.set(row, this.#samples.at(row) + samples);
  }

  /** Stacks so far. */
  get length(): number {
    return this.#stack.length;
  }

  /** The table, with the stacks in the order in which they were met. */
  table(): HeapSampleTable {
    const { allocated, alive } = this.#sums;
    return {
      length: this.length,
      stack: this.#stack.toColumn(),
      bytes: allocated.bytes.toColumn(),
      variance: allocated.variance.toColumn(),
      aliveBytes: alive.bytes.toColumn(),
      aliveVariance: alive.variance.toColumn(),
      samples: this.#samples.toColumn()
    };
  }

  #row(stack: number): number {
    const known = this.#rows.get(stack);
    if (known !== undefined) return known;
    const row = this.#stack.length;
    this.#rows.set(stack, row);
    this.#stack.push(stack);
    this.#samples.push(0);
    for (const sums of Object.values(this.#sums)) {
      sums.bytes.push(0);
      sums.variance.push(0);
    }
    return row;
  }
}

/** The instants of a trace, in any order of time. */
class ImportedInstants {
  readonly #time = growing.float64();
  readonly #label = growing.uint32();
  readonly #row = growing.uint32();
  readonly #scope = growing.uint8();

  constructor(private readonly notes: ImportNotes) {}

  /** Adds a moment; `scope` is one of `InstantScope`. */
  add(time: number, label: number, row: number, scope: number): void {
    if (this.#time.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    this.#time.push(time);
    this.#label.push(label);
    this.#row.push(row);
    this.#scope.push(scope);
  }

  /** Number of instants so far. */
  get length(): number {
    return this.#time.length;
  }

  usedRows(): ReadonlySet<number> {
    return new Set(this.#row.toColumn());
  }

  /** The table, times minus `origin`; `trackOf` returns the track of a row. */
  table(origin: number, trackOf: (row: number) => number): InstantTable {
    const time = this.#time.toColumn();
    const order = orderByTime(time);
    const { length } = order;
    return {
      length,
      time: permute(time, order, new Float64Array(length)).map(at => at - origin),
      label: permute(this.#label.toColumn(), order, new Uint32Array(length)),
      track: Uint16Array.from(
        permute(this.#row.toColumn(), order, new Uint32Array(length)),
        trackOf
      ),
      scope: permute(this.#scope.toColumn(), order, new Uint8Array(length))
    };
  }
}
