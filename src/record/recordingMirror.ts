import type { Chunk } from './chunk';
import { chunkOver } from './chunk';
import { FinishedSlices } from './finishedSlices';
import { LabelRegistry } from './labelRegistry';
import type { CounterHead } from './counterSeriesLog';
import type { MirrorNews } from './mirrorNews';
import { INSTANTS, MirrorOutlet } from './mirrorNews';
import type { RecordedData } from './recordedData';
import type { SliceLimit } from './sliceLimit';
import { DEFAULT_SLICE_LIMIT } from './sliceLimit';
import { MirroredValues } from './mirroredValues';
import { INSTANT_SCOPE_UNIT } from './recorder';
import type { TakenSlices } from './takenSlices';

/** What of a recording is wanted of a mirror. */
export interface MirroredStretch {
  /** First token. */
  readonly startToken: number;
  /** Slices that ended later are left out, clock nanoseconds. */
  readonly until: bigint;
  /** Slices that are left out as well, to which those that are read are added; none unless given. */
  readonly taken?: TakenSlices;
}

/**
 * Follows a recorder of another thread: told the rare news by `apply`, it reads slices and values
 * in the memory that both threads share, at any time and without asking.
 */
export class RecordingMirror {
  private readonly labels = new LabelRegistry(new MirrorOutlet());
  private readonly chunks: Chunk[] = [];
  private readonly heads: CounterHead[] = [];
  private readonly values = new Map<number, SharedArrayBuffer[]>();
  private limit: SliceLimit = DEFAULT_SLICE_LIMIT;
  private cleared = false;

  /** True when the recorder has forgotten what it had recorded. */
  get isCleared(): boolean {
    return this.cleared;
  }

  /** Takes news in; in the order in which the recorder told them. */
  apply(news: MirrorNews): void {
    switch (news.kind) {
      case 'limit':
        this.limit = news.limit;
        return;
      case 'labels':
        news.names.forEach((name, row) => this.labels.append(name, news.categories[row]));
        return;
      case 'slices':
        this.chunks.push(chunkOver(news.buffer));
        return;
      case 'counter':
        this.heads.push(news.head);
        return;
      case 'values':
        this.valuesOf(news.counter).push(news.buffer);
        return;
      case 'cleared':
        this.cleared = true;
    }
  }

  /** A copy of what has been recorded and has ended; of slices, values and moments alone. */
  read({ startToken, until, taken }: MirroredStretch): RecordedData {
    const { mode, slices } = this.limit;
    const to = mode === 'keepFirst' ? startToken + slices : Infinity;
    const labels = this.labels.length;
    const isNamed = (instant: number): boolean => instant % INSTANT_SCOPE_UNIT < labels;
    const wanted = { from: startToken, to, until, labels };
    return {
      labels: this.labels,
      slices: new FinishedSlices(this.chunks, wanted, taken),
      args: { dropped: 0, forEach: () => undefined },
      counters: this.heads.map((head, number) => ({
        head,
        values: new MirroredValues(this.valuesOf(number))
      })),
      instants: new MirroredValues(this.valuesOf(INSTANTS), isNamed),
      allocations: { texts: [], forEachChunk: () => undefined },
      stacks: { forEach: () => undefined },
      flows: [],
      droppedFlows: 0,
      workers: new Map(),
      isFull: false
    };
  }

  private valuesOf(counter: number): SharedArrayBuffer[] {
    const known = this.values.get(counter);
    if (known) return known;
    const created: SharedArrayBuffer[] = [];
    this.values.set(counter, created);
    return created;
  }
}
