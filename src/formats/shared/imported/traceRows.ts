import type { TrackKind } from '../../../model/profile/profile';
import { IMPORT_LIMITS, TraceImportError } from './importLimits';

/** A row of a trace: a process, a thread, or another row that is neither. */
export interface TraceRow {
  kind: TrackKind;
  /** The row that it belongs to, or -1. */
  parent: number;
  /** Null while nothing has named it. */
  name: string | null;
  pid: number;
  tid: number;
  /** Rows of one parent are shown by this, then in the order in which they were met. */
  rank: number;
  /** Rows of one group that have many may share tracks; -1 for one that never does. */
  readonly group: number;
}

/** Rows in the order in which a trace has them. */
export class TraceRows {
  readonly all: TraceRow[] = [];

  readonly #processes = new Map<number, number>();
  #grouped = 0;

  /** Adds a row and returns its number. @throws TraceImportError for too many. */
  add(row: Partial<TraceRow> & Pick<TraceRow, 'kind'>): number {
    const isGrouped = row.group !== undefined;
    const limit = isGrouped ? IMPORT_LIMITS.identifiers : IMPORT_LIMITS.tracks;
    const count = isGrouped ? this.#grouped : this.all.length - this.#grouped;
    if (count >= limit) throw new TraceImportError(`it has more than ${limit} rows`);
    if (isGrouped) this.#grouped++;
    const unknown = { parent: -1, name: null, pid: 0, tid: 0, rank: 0, group: -1 };
    return this.all.push({ ...unknown, ...row }) - 1;
  }

  /** The number of the row of a process, which is added when it is first asked for. @throws TraceImportError likewise */
  ofProcess(pid: number): number {
    const known = this.#processes.get(pid);
    if (known !== undefined) return known;
    const row = this.add({ kind: 'process', pid });
    this.#processes.set(pid, row);
    return row;
  }
}
