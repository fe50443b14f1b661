import { OwnMap } from '../../base/intrinsics/ownMap';
import type { Clock } from '../../base/clock';
import { type CounterHead, CounterLog } from './counterSeriesLog';
import type { MirrorOutlet } from './mirrorNews';
import { type ChunkRoom, TimedValues } from './timedValues';

/** Values that one counter keeps at most in a recording; later ones are counted as dropped. */
const MAX_COUNTER_VALUES = 1 << 20;

/** Counters kept at most in a recording, and chunks of all their values: 128 MB. */
const MAX_COUNTERS = 2048;
const MAX_CHUNKS = 2048;

/** The counters of a recording. Those beyond a limit work, but their values are only counted. */
export class CounterLogs {
  readonly #logs = new OwnMap<string, CounterLog>();
  readonly #room: ChunkRoom = { chunks: MAX_CHUNKS };
  readonly #refused: TimedValues;

  constructor(
    private readonly now: Clock,
    private readonly outlet: MirrorOutlet
  ) {
    this.#refused = new TimedValues(now, 0);
  }

  /** All that are kept, in order of first use. */
  get all(): readonly CounterLog[] {
    return [...this.#logs.values()];
  }

  /** Values that did not fit, of all counters. */
  get dropped(): number {
    return this.all.reduce((sum, { values }) => sum + values.dropped, this.#refused.dropped);
  }

  /** The counter with this name and category, new or known. */
  counter(head: CounterHead): CounterLog {
    const key = `${head.category.length} ${head.category}${head.name}`;
    const known = this.#logs.get(key);
    if (known) return known;
    const number = this.#logs.size;
    if (number >= MAX_COUNTERS) return new CounterLog(head, this.#refused);
    const tell = (buffer: SharedArrayBuffer): void => {
      this.outlet.tell({ kind: 'values', counter: number, buffer });
    };
    const created = new CounterLog(
      head,
      new TimedValues(this.now, MAX_COUNTER_VALUES, tell, this.#room)
    );
    this.#logs.set(key, created);
    this.outlet.tell({ kind: 'counter', head });
    return created;
  }
}
