import { CONTEXT_ARG, STREAM_ARG, WAIT_EVENT_ARG } from '../../../model/profile/argKeys';
import { CUDA_SYNC_CATEGORY, GPU_OVERHEAD_CATEGORY } from '../../../model/profile/categories';
import type { OverheadColumns, SynchronizationColumns } from '../../../native/gpuActivities';
import { overheadName, waitName } from '../records/activityNames';
import { type BatchTimes, LEFT_OUT, type SliceWriter } from './sliceWriter';

/** Replaces the stream of a wait that has none. */
const NO_STREAM = 2 ** 32 - 1;

/** Waits for an event: a thread's, and a stream's. */
const EVENT_WAITS: readonly number[] = [1, 2];

/** Writes waits for a GPU on a separate track. */
export class WaitSlices {
  readonly #keys: { readonly [key in 'context' | 'stream' | 'event']: number };
  /** Correlations of the calls by which the recording itself waited. */
  readonly #own: ReadonlySet<number>;

  constructor(private readonly writer: SliceWriter) {
    const { context, parts } = writer.input;
    const { strings } = context;
    this.#own = new Set(parts.flatMap(({ batch }) => [...batch.ownCalls]));
    this.#keys = {
      context: strings.intern(CONTEXT_ARG),
      stream: strings.intern(STREAM_ARG),
      event: strings.intern(WAIT_EVENT_ARG)
    };
  }

  /** Writes those of a batch that are not the recording's own. */
  add(waits: SynchronizationColumns, { shift }: BatchTimes): void {
    const { writer } = this;
    const keys = this.#keys;
    const { columns, correlations } = writer;
    for (let row = 0; row < waits.length; row++) {
      if (this.#own.has(waits.correlation[row])) continue;
      const label = writer.input.context.label(waitName(waits.type[row]), CUDA_SYNC_CATEGORY);
      const group = writer.groups.ofProcess('CUDA waits');
      const entry = correlations.find(waits.correlation[row]);
      const times = { start: waits.start[row] + shift, end: waits.end[row] + shift };
      if (writer.addOnHost({ ...times, label, group, entry }) === LEFT_OUT) continue;
      columns.number(keys.context, waits.context[row]);
      if (waits.stream[row] !== NO_STREAM) columns.number(keys.stream, waits.stream[row]);
      if (EVENT_WAITS.includes(waits.type[row])) columns.number(keys.event, waits.event[row]);
      writer.addCorrelation(waits.correlation[row], entry);
    }
  }
}

/** Writes the time taken by recording and by the driver, on a separate track. */
export class OverheadSlices {
  constructor(private readonly writer: SliceWriter) {}

  add(overheads: OverheadColumns, { shift }: BatchTimes): void {
    const { writer } = this;
    for (let row = 0; row < overheads.length; row++) {
      const name = overheadName(overheads.kind[row]);
      const label = writer.input.context.label(name, GPU_OVERHEAD_CATEGORY);
      const group = writer.groups.ofProcess('CUDA overhead');
      const entry = writer.correlations.find(overheads.correlation[row]);
      const times = { start: overheads.start[row] + shift, end: overheads.end[row] + shift };
      if (writer.addOnHost({ ...times, label, group, entry }) === LEFT_OUT) continue;
      if (overheads.correlation[row] === 0) continue;
      writer.addCorrelation(overheads.correlation[row], entry);
    }
  }
}
