import { messageOf } from '../base/errors';
import type { SourceName, SourceReport } from '../model/profile/profile';
import type { Source } from '../record/build/contribution';

/**
 * A kind of source. `Options` are the options of a recording that it reads, `Host` has the services it
 * needs from the recorded process; `engine/recording/sourceTable.ts` lists all kinds.
 */
export interface SourceKind<Options, Host> {
  /** Opens it for all recordings of a host. Nothing is recorded, loaded or changed yet. */
  open(host: Host): OpenKind<Options>;
}

/** A kind of source that is open: it keeps what its sources share. */
export interface OpenKind<Options> {
  /**
   * The sources of this kind for a recording with these options, in the order in which they start.
   * `before` are those of the earlier kinds.
   */
  sources(options: Options, before: readonly Source[]): readonly Source[];
  /** Keeps a profiler attached for so long after a recording, milliseconds. */
  keepFor?(keepMs: number): void;
  /** Detaches a profiler that is kept, if nothing is being recorded. */
  release?(): void;
}

export type {
  Contribution,
  ContributionContext,
  SampleContribution,
  Source,
  SourceSlice
} from '../record/build/contribution';

/** Of a source that begins. */
const NOTHING_NOTED: NotedFaults = { count: 0, first: '', limit: '', missing: '', remark: '' };

/** What {@link SourceFaults} has noted: plain data. */
export interface NotedFaults {
  readonly count: number;
  readonly first: string;
  readonly limit: string;
  readonly missing: string;
  readonly remark: string;
}

/**
 * Keeps the failures of one source away from the recorded code: they are counted, the first one is
 * kept for the report, and the recording goes on.
 */
export class SourceFaults {
  #count: number;
  #first: string;
  #limit: string;
  #missing: string;
  #remark: string;

  /**
   * `advice` tells the reader of a report what to do about a failure, in one full sentence; `noted` is what was noted
   * before, in another process for one.
   */
  constructor(
    private readonly source: SourceName,
    private readonly advice: string,
    noted: NotedFaults = NOTHING_NOTED
  ) {
    this.#count = noted.count;
    this.#first = noted.first;
    this.#limit = noted.limit;
    this.#missing = noted.missing;
    this.#remark = noted.remark;
  }

  /** What was noted so far. */
  get noted(): NotedFaults {
    return {
      ...{ count: this.#count, first: this.#first },
      ...{ limit: this.#limit, missing: this.#missing, remark: this.#remark }
    };
  }

  /** True once something failed. */
  get any(): boolean {
    return this.#count > 0;
  }

  /** The value of `action`, or `fallback` when it throws; never throws. */
  guard<T>(action: () => T, fallback: T): T {
    try {
      return action();
    } catch (error) {
      this.note(error);
      return fallback;
    }
  }

  /** Counts one failure. */
  note(error: unknown): void {
    if (this.#count++ === 0) this.#first = messageOf(error).replace(/\.$/, '');
  }

  /** Reports that records are fewer than requested, or different, though nothing failed. */
  limited(how: string): void {
    this.#limit = this.#limit === '' ? how : `${this.#limit}; ${how}`;
  }

  /** Reports what is worth knowing of records that are whole. */
  remarked(what: string): void {
    this.#remark = what;
  }

  /** Reports why this source cannot record here at all, and what to do next. */
  unavailable(reason: string): void {
    this.#missing = reason;
  }

  /** The report for a recording that delivered `records` records. */
  report(records: number): SourceReport {
    const { source } = this;
    if (this.#missing !== '') {
      return { source, status: 'unavailable', message: this.#missing, records };
    }
    if (this.#count === 0) {
      const message = [this.#limit, this.#remark].filter(text => text !== '').join('; ');
      return { source, status: this.#limit ? 'partial' : 'ok', message, records };
    }
    const others = this.#count > 1 ? ` (and ${this.#count - 1} more)` : '';
    const message = `${this.#first}${others}. ${this.advice}`;
    return { source, status: records > 0 ? 'partial' : 'failed', message, records };
  }
}
