import {
  BANDWIDTH_ARG,
  FROM_DEVICE_ARG,
  TO_DEVICE_ARG,
  TRANSFER_BYTES_ARG
} from '../../../model/profile/argKeys';
import {
  GPU_COPY_CATEGORY,
  GPU_FILL_CATEGORY,
  GPU_GRAPH_CATEGORY
} from '../../../model/profile/categories';
import type { TransferColumns, WorkColumns } from '../../../native/gpuActivities';
import { copyName, fillName } from '../records/activityNames';
import { type BatchTimes, LEFT_OUT, type SliceWriter } from './sliceWriter';

/** Writes copies and fills, and graphs that are recorded as a whole. */
export class TransferSlices {
  /** Labels by the kinds of copy and memory. */
  readonly #copyLabels = new Map<number, number>();
  readonly #fillLabels = new Map<number, number>();
  readonly #keys: {
    readonly [key in 'bytes' | 'bandwidth' | 'fromDevice' | 'toDevice']: number;
  };

  constructor(private readonly writer: SliceWriter) {
    const { strings } = writer.input.context;
    this.#keys = {
      bytes: strings.intern(TRANSFER_BYTES_ARG),
      bandwidth: strings.intern(BANDWIDTH_ARG),
      fromDevice: strings.intern(FROM_DEVICE_ARG),
      toDevice: strings.intern(TO_DEVICE_ARG)
    };
  }

  /** Writes copies of a batch, also those between GPUs. */
  addCopies(copies: TransferColumns, times: BatchTimes): void {
    const keys = this.#keys;
    const { columns } = this.writer;
    for (let row = 0; row < copies.length; row++) {
      const label = this.#copyLabel(copies.copyKind[row], copies.fromKind[row], copies.toKind[row]);
      if (this.writer.addWork(copies, row, label, times) === LEFT_OUT) continue;
      this.#addBytes(copies, row);
      if (copies.fromDevice[row] === copies.toDevice[row]) continue;
      columns.number(keys.fromDevice, copies.fromDevice[row]);
      columns.number(keys.toDevice, copies.toDevice[row]);
    }
  }

  addFills(fills: TransferColumns, times: BatchTimes): void {
    for (let row = 0; row < fills.length; row++) {
      const label = this.#fillLabel(fills.toKind[row]);
      if (this.writer.addWork(fills, row, label, times) !== LEFT_OUT) this.#addBytes(fills, row);
    }
  }

  /** Writes whole graphs of a batch. */
  addGraphs(graphs: WorkColumns, times: BatchTimes): void {
    const { context } = this.writer.input;
    for (let row = 0; row < graphs.length; row++) {
      const label = context.label(`CUDA graph ${graphs.graph[row]}`, GPU_GRAPH_CATEGORY);
      this.writer.addWork(graphs, row, label, times);
    }
  }

  #addBytes(transfers: TransferColumns, row: number): void {
    const { columns } = this.writer;
    const bytes = transfers.bytes[row];
    const durationNs = transfers.end[row] - transfers.start[row];
    columns.number(this.#keys.bytes, bytes);
    // A byte in a nanosecond is a gigabyte in a second.
    if (durationNs > 0) columns.number(this.#keys.bandwidth, bytes / durationNs);
  }

  #copyLabel(copyKind: number, fromKind: number, toKind: number): number {
    const key = (copyKind * 256 + fromKind) * 256 + toKind;
    const known = this.#copyLabels.get(key);
    if (known !== undefined) return known;
    const name = copyName(copyKind, fromKind, toKind);
    const label = this.writer.input.context.label(name, GPU_COPY_CATEGORY);
    this.#copyLabels.set(key, label);
    return label;
  }

  #fillLabel(memoryKind: number): number {
    const known = this.#fillLabels.get(memoryKind);
    if (known !== undefined) return known;
    const label = this.writer.input.context.label(fillName(memoryKind), GPU_FILL_CATEGORY);
    this.#fillLabels.set(memoryKind, label);
    return label;
  }
}
