import { STATUS_ARG } from '../../../model/profile/argKeys';
import { CUDA_DRIVER_CATEGORY, CUDA_RUNTIME_CATEGORY } from '../../../model/profile/categories';
import type { CallColumns } from '../../../native/gpuActivities';
import { callName } from '../records/activityNames';
import { type BatchTimes, LEFT_OUT, type SliceWriter } from './sliceWriter';
import { TextLabels } from './textLabels';

/** Writes calls of CUDA. */
export class CallSlices {
  readonly #runtime: TextLabels;
  readonly #driver: TextLabels;
  readonly #statusKey: number;

  constructor(private readonly writer: SliceWriter) {
    const { context } = writer.input;
    this.#runtime = new TextLabels(context, CUDA_RUNTIME_CATEGORY, callName, 'runtime call');
    this.#driver = new TextLabels(context, CUDA_DRIVER_CATEGORY, callName, 'driver call');
    this.#statusKey = context.strings.intern(STATUS_ARG);
  }

  /** Writes those of a batch that are shown; work that is added later has arrows from them. */
  add(calls: CallColumns, texts: readonly string[], { shift }: BatchTimes): void {
    const { writer } = this;
    const { correlations, input } = writer;
    const isShown = [input.shown.has('runtime'), input.shown.has('driver')];
    for (let row = 0; row < calls.length; row++) {
      const isDriver = calls.isDriver[row];
      if (!isShown[isDriver]) continue;
      const start = calls.start[row] + shift;
      if (!writer.isRecorded(start)) continue;
      const { label } = (isDriver ? this.#driver : this.#runtime).of(texts, calls.name[row]);
      const group = writer.groups.ofThread(calls.thread[row]);
      const entry = correlations.find(calls.correlation[row]);
      const end = calls.end[row] + shift;
      const slice = writer.addOnHost({ start, end, label, group, entry });
      if (slice === LEFT_OUT) continue;
      correlations.noteSlice(entry, start, isDriver, slice);
      writer.addCorrelation(calls.correlation[row], entry);
      if (calls.status[row] !== 0) writer.columns.number(this.#statusKey, calls.status[row]);
    }
  }
}
