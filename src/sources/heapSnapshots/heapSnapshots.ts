import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getHeapStatistics, writeHeapSnapshot } from 'node:v8';
import type { Contribution, Source } from '../../record/build/contribution';
import { hasInspector } from '../process/nodeInternals';
import { SourceFaults, type SourceKind } from '../source';
import { AddonUnavailableError, loadAddon } from '../../native/loader';
import { inspectorSessions } from '../process/inspectorSessions';
import { SnapshotComparison } from './snapshotComparison';

/** Snapshots of larger heaps take too long, and their comparison too much memory, bytes. */
const MAX_HEAP = 256e6;

/** The dependencies of {@link HeapSnapshots}, which tests replace. */
export interface HeapSnapshotsDeps {
  /** Bytes in use on the heap. */
  usedHeap(): number;
  /** Monotonic time, nanoseconds. */
  now(): bigint;
  /** Called before a snapshot is taken, which takes seconds. Must not throw. */
  onSnapshot(): void;
  /** Gives freed memory back to the system; false where that is impossible. */
  giveBack(): boolean;
  /** True if V8 knows the lines of all scripts already. */
  readonly knowsLines: boolean;
}

/**
 * Takes a heap snapshot before the recorded window begins and one when it has ended, and compares them
 * in a thread of its own. V8 takes some 3 bytes for each byte of the heap for a snapshot, which the C library
 * would keep. Only this user may read the files, whose names are gone as soon as they are
 * written.
 */
export class HeapSnapshots implements Source {
  readonly numbersHeap = true;
  readonly #faults = new SourceFaults('heapSnapshots', 'Profile without --heap-diff.');
  /** On the heap, with the same number in both snapshots unless V8 numbers all objects anew. */
  readonly #witness = flat(`kernelscope-${randomUUID()}`);
  #before: number | null = null;
  #comparison: SnapshotComparison | null = null;
  #session: Session | null = null;
  #release: () => void = () => undefined;
  #takenNs = 0;
  #isOver = false;

  constructor(private readonly deps: HeapSnapshotsDeps) {}

  start(): void {
    // another source asks it later, and what it is tried with must not lie between the snapshots
    hasInspector();
    this.#release = inspectorSessions.hold();
    if (!this.deps.knowsLines) this.#faults.guard(() => this.#connect(), undefined);
    this.#before = this.#faults.guard(() => this.#take(), null);
  }

  endWindow(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const before = this.#before;
    const witness = this.#witness;
    const after = before === null ? null : this.#faults.guard(() => this.#take(), null);
    if (this.#session) inspectorSessions.end(this.#session);
    this.#session = null;
    this.#release();
    if (before === null) return;
    if (after === null) closeSync(before);
    else {
      const files = { before, after, witness };
      this.#comparison = this.#faults.guard(() => new SnapshotComparison(files), null);
    }
  }

  async stop(): Promise<void> {
    this.endWindow();
    await this.#comparison?.end();
    this.#giveBack();
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(): Contribution {
    const answer = this.#faults.guard(() => this.#comparison?.result(), undefined);
    const rows = answer && !answer.problem && 'rows' in answer ? answer.rows : null;
    if (answer?.problem !== undefined) this.#faults.note(new Error(answer.problem));
    const report = this.#faults.report(rows?.length ?? 0);
    return rows === null
      ? { report }
      : { report, facts: { heapGrowth: { takenNs: this.#takenNs, rows } } };
  }

  #giveBack(): void {
    if (this.#faults.guard(() => this.deps.giveBack(), false)) return;
    this.#faults.limited('The resident set has memory that heap snapshots took.');
  }

  #connect(): void {
    this.#session = new Session();
    this.#session.connect();
  }

  /** Takes a snapshot, whose open file it returns; null if the heap is too large. */
  #take(): number | null {
    const used = this.deps.usedHeap();
    if (used > MAX_HEAP) {
      this.#faults.unavailable(
        `The heap has ${megabytes(used)}; snapshots are taken up to ${megabytes(MAX_HEAP)}.`
      );
      return null;
    }
    this.deps.onSnapshot();
    const since = this.deps.now();
    if (this.#session) learnLines(this.#session);
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-'));
    const file = path.join(folder, 'heap');
    try {
      writeHeapSnapshot(file);
      return openSync(file, 'r');
    } finally {
      unlinkSync(file);
      rmdirSync(folder);
      this.#giveBack();
      this.#takenNs += Number(this.deps.now() - since);
    }
  }
}

/**
 * V8 looks up the line of the constructor of every object. Unless it knows where the lines of a script
 * begin, it counts them from the start of the script each time: 20 s for a heap of 18 MB with TypeScript's
 * compiler. A CPU profile has it learn the lines.
 */
function learnLines(session: Session): void {
  for (const command of ['enable', 'start', 'stop']) session.post(`Profiler.${command}`);
}

/** V8 shows no content of strings that it has not put together yet. */
function flat(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Gives freed memory back to the system, if the addon can do that here. */
function givesBack(addonFolder: string | undefined): boolean {
  try {
    return loadAddon(addonFolder).memory.giveBack();
  } catch (error) {
    if (error instanceof AddonUnavailableError) return false;
    throw error;
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Comparison of the heap before and after. */
export const HEAP_SNAPSHOTS: SourceKind<
  { readonly heapDiff: boolean; readonly cpuIntervalUs: number | 'auto' | null },
  {
    readonly recorder: { now(): bigint };
    readonly addonFolder: string | undefined;
    readonly onSnapshot: () => void;
  }
> = {
  open: host => ({
    sources: ({ heapDiff, cpuIntervalUs }) => {
      if (!heapDiff) return [];
      const usedHeap = () => getHeapStatistics().used_heap_size;
      const now = () => host.recorder.now();
      const giveBack = () => givesBack(host.addonFolder);
      const { onSnapshot } = host;
      const knowsLines = cpuIntervalUs !== null;
      return [new HeapSnapshots({ usedHeap, now, onSnapshot, giveBack, knowsLines })];
    }
  })
};
