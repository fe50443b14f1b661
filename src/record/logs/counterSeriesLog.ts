import { OwnMap } from '../../base/intrinsics/ownMap';
import type { CounterSeries } from '../../model/profile/profile';
import type { Clock } from '../time/clock';
import type { MirrorOutlet } from './mirrorNews';
import type { ChunkRoom } from './timedValues';
import { TimedValues } from './timedValues';

/** Values that one counter keeps at most in a recording; later ones are counted as dropped. */
const MAX_COUNTER_VALUES = 1 << 20;

/** Counters kept at most in a recording, and chunks of all their values: 128 MB. */
const MAX_COUNTERS = 2048;
const MAX_CHUNKS = 2048;

/** The description of a counter, without its values. */
export type CounterHead = Pick<CounterSeries, 'name' | 'category' | 'unit' | 'kind'>;

/** A counter during a recording. Values are dropped immediately while nothing is recorded. */
export class CounterLog {
  private last = 0;

  constructor(
    /** The description of the counter. */
    readonly head: CounterHead,
    /** The recorded values, oldest first. */
    readonly values: TimedValues
  ) {}

  /** The value last set, in the counter's unit. */
  get value(): number {
    return this.last;
  }

  // hot
  /** Records `value` now. */
  set(value: number): void {
    this.last = value;
    this.values.push(value);
  }

  /** Records a value read at an earlier `time` of the recorder's clock. */
  setAt(value: number, time: bigint): void {
    this.last = value;
    this.values.pushAt(value, time);
  }
}

/** The counters of a recording. Those beyond a limit work, but their values are only counted. */
export class CounterLogs {
  private readonly logs = new OwnMap<string, CounterLog>();
  private readonly room: ChunkRoom = { chunks: MAX_CHUNKS };
  private readonly refused: TimedValues;

  constructor(
    private readonly now: Clock,
    private readonly outlet: MirrorOutlet
  ) {
    this.refused = new TimedValues(now, 0);
  }

  /** All that are kept, in order of first use. */
  get all(): readonly CounterLog[] {
    return [...this.logs.values()];
  }

  /** Values that did not fit, of all counters. */
  get dropped(): number {
    return this.all.reduce((sum, { values }) => sum + values.dropped, this.refused.dropped);
  }

  /** The counter with this name and category, new or known. */
  counter(head: CounterHead): CounterLog {
    const key = `${head.category.length} ${head.category}${head.name}`;
    const known = this.logs.get(key);
    if (known) return known;
    const number = this.logs.size;
    if (number >= MAX_COUNTERS) return new CounterLog(head, this.refused);
    const tell = (buffer: SharedArrayBuffer): void => {
      this.outlet.tell({ kind: 'values', counter: number, buffer });
    };
    const created = new CounterLog(
      head,
      new TimedValues(this.now, MAX_COUNTER_VALUES, tell, this.room)
    );
    this.logs.set(key, created);
    this.outlet.tell({ kind: 'counter', head });
    return created;
  }
}
