import type { GpuInfo } from '../../../facts/gpus';
import { ImportedArgs } from './importedArgs';
import { ImportedCounters } from './importedCounters';
import { ImportedFlows } from './importedFlows';
import { ImportedHeap } from './importedHeap';
import { ImportedInstants } from './importedInstants';
import { ImportedLabels } from './importedLabels';
import { ImportedSamples } from './importedSamples';
import { ImportedSlices } from './importedSlices';
import { ImportedTexts } from './importedTexts';
import { IMPORT_LIMITS } from './importLimits';
import { ImportNotes } from './importNotes';
import { TraceImportError } from './traceImportError';
import { TraceRows } from './traceRows';

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
