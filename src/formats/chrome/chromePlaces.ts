import { TripleRows } from '../../model/build/tripleRows';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { ABSENT, type ChromeEvent } from './chromeEvent';

/** The scope that our own writer gives asynchronous events, whose lanes it names by ids. */
const OWN_SCOPE = 'lane';

/** Rows of processes, threads and asynchronous events, as events name them. */
export class ChromePlaces {
  readonly #processes = new Map<number, number>();
  readonly #threads = new Map<number, number>();
  readonly #labels = new Map<number, string>();
  readonly #lanes = new TripleRows();
  readonly #laneRows: number[] = [];
  readonly #groups = new TripleRows();
  #lastKey = NaN;
  #lastThread = 0;

  constructor(private readonly trace: ImportedTrace) {}

  /** The row of the process of an event. */
  process(pid: number): number {
    const known = this.#processes.get(pid);
    if (known !== undefined) return known;
    const number = this.#numberOf(pid);
    const name = number < 0 ? this.#textOf(pid) : null;
    const row = this.trace.rows.add({ kind: 'process', pid: number, name });
    this.#processes.set(pid, row);
    return row;
  }

  // hot
  /** The row of the thread of an event. */
  thread({ pid, tid }: ChromeEvent): number {
    const key = pid * 2 ** 24 + tid;
    if (key !== this.#lastKey) {
      this.#lastKey = key;
      this.#lastThread = this.#threads.get(key) ?? this.#addThread(key, pid, tid);
    }
    return this.#lastThread;
  }

  /** The row of a thread that no event names, by the texts of its numbers. */
  threadOf(pid: string, tid: string): number {
    const { identifiers } = this.trace;
    const [process, thread] = [identifiers.of(pid), identifiers.of(tid)];
    const key = process * 2 ** 24 + thread;
    return this.#threads.get(key) ?? this.#addThread(key, process, thread);
  }

  /** The row of the asynchronous events that have the event's identifier. */
  lane(event: ChromeEvent): number {
    const { id, pid, category } = event;
    const scope = event.scope === ABSENT ? -2 - category : event.scope;
    const lane = this.#lanes.row(scope, id, event.isLocal ? pid : ABSENT);
    if (lane === this.#laneRows.length) this.#laneRows.push(this.#addLane(event, scope));
    return this.#laneRows[lane];
  }

  /** Appends words to the name of a process, as Kineto does for GPUs. */
  label(pid: number, label: string): void {
    this.#labels.set(this.process(pid), label);
  }

  /** Assigns numbers where the file has none, and names to GPUs. Call it once, at the end. */
  finish(): void {
    const { all } = this.trace.rows;
    let free = all.reduce((largest, { pid, tid }) => Math.max(largest, pid, tid), 0);
    for (const row of this.#processes.values()) if (all[row].pid < 0) all[row].pid = ++free;
    for (const row of all) {
      if (row.tid < 0) row.tid = ++free;
      if (row.kind !== 'process' && row.parent >= 0) row.pid = all[row.parent].pid;
    }
    for (const [row, label] of this.#labels) {
      if (/^GPU \d+$/.test(label)) all[row].name = label;
    }
  }

  #addThread(key: number, pid: number, tid: number): number {
    const number = tid === ABSENT ? 0 : this.#numberOf(tid);
    const name = number < 0 ? this.#textOf(tid) : null;
    const parent = this.process(pid);
    const row = this.trace.rows.add({ kind: 'thread', parent, tid: number, name });
    this.#threads.set(key, row);
    return row;
  }

  #addLane(event: ChromeEvent, scope: number): number {
    const { texts, identifiers, rows } = this.trace;
    const parent = this.process(event.pid);
    const group = this.#groups.row(parent, scope, 0);
    const scopeName = event.scope === ABSENT ? '' : identifiers.at(event.scope);
    const shown = scopeName === OWN_SCOPE ? 'async' : scopeName;
    const name = shown || texts.at(event.category) || texts.at(event.name);
    const tid = Math.max(0, rows.all[parent].pid);
    return rows.add({ kind: 'asyncLane', parent, tid, name, group, rank: Infinity });
  }

  /** The number of an identifier; -1 if it is not a valid number. */
  #numberOf(identifier: number): number {
    if (identifier === ABSENT) return 0;
    const text = this.#textOf(identifier);
    const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
    return Number.isSafeInteger(number) ? number : -1;
  }

  #textOf(identifier: number): string {
    return this.trace.identifiers.at(identifier);
  }
}
