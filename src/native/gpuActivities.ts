import type { GpuFailure } from './gpuFailure';

/** Kinds of records, as CUPTI divides them. */
export type ActivityKind =
  | 'kernel'
  | 'memcpy'
  | 'memcpyPeer'
  | 'memset'
  | 'runtime'
  | 'driver'
  | 'marker'
  | 'externalId'
  | 'memory'
  | 'memoryPool'
  | 'overhead'
  | 'synchronization'
  | 'graph'
  | 'device'
  | 'context';

/** Rows of one kind; all columns have `length` values. */
export interface ActivityColumns {
  readonly length: number;
}

/** Nanoseconds of CLOCK_MONOTONIC from {@link ActivityBatch.originNs}. An end is never before its start. */
export interface TimedColumns extends ActivityColumns {
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Work of a GPU. `graphNode` is 0 for what no graph launched. */
export interface WorkColumns extends TimedColumns {
  readonly device: Uint32Array;
  readonly context: Uint32Array;
  readonly stream: Uint32Array;
  readonly correlation: Uint32Array;
  readonly graph: Uint32Array;
  readonly graphNode: BigUint64Array;
}

/** Kernels. `name` is the C++ name as the compiler wrote it. */
export interface KernelColumns extends WorkColumns {
  /** Index into the strings of all batches. */
  readonly name: Uint32Array;
  /** When the launch was queued and submitted; NaN where CUPTI did not note it. */
  readonly queued: Float64Array;
  readonly submitted: Float64Array;
  readonly gridX: Int32Array;
  readonly gridY: Int32Array;
  readonly gridZ: Int32Array;
  readonly blockX: Int32Array;
  readonly blockY: Int32Array;
  readonly blockZ: Int32Array;
  readonly clusterX: Uint32Array;
  readonly clusterY: Uint32Array;
  readonly clusterZ: Uint32Array;
  readonly registers: Uint32Array;
  readonly staticShared: Int32Array;
  readonly dynamicShared: Int32Array;
  /** Shared memory that the driver gave to a block, bytes. */
  readonly sharedExecuted: Uint32Array;
  readonly localPerThread: Uint32Array;
  /** Bytes of local memory of the whole kernel. */
  readonly localTotal: Float64Array;
}

/** Copies, fills and copies between GPUs. Numbers of kinds are CUPTI's. */
export interface TransferColumns extends WorkColumns {
  readonly bytes: Float64Array;
  /** `CUpti_ActivityMemcpyKind`: 1 host to device, 2 device to host, 8 device to device, 10 peer …; 0 for fills. */
  readonly copyKind: Uint8Array;
  /** `CUpti_ActivityMemoryKind`: 1 pageable, 2 pinned, 3 device, 4 array, 5 managed … */
  readonly fromKind: Uint8Array;
  readonly toKind: Uint8Array;
  /** Bit 0: asynchronous. */
  readonly flags: Uint8Array;
  /** The byte of a fill. */
  readonly value: Uint32Array;
  /** Devices of a copy between GPUs, else equal to `device`. */
  readonly fromDevice: Uint32Array;
  readonly toDevice: Uint32Array;
}

/** Calls of the runtime or the driver. */
export interface CallColumns extends TimedColumns {
  /** Index into the strings of all batches, such as that of `cuLaunchKernel`. */
  readonly name: Uint32Array;
  readonly isDriver: Uint8Array;
  readonly process: Uint32Array;
  /** The operating system's number of the thread. */
  readonly thread: Uint32Array;
  readonly correlation: Uint32Array;
  /** The result of the call; 0 for success. */
  readonly status: Uint32Array;
}

/** The number of `pushId` to which a call belongs. */
export interface ExternalIdColumns extends ActivityColumns {
  readonly correlation: Uint32Array;
  readonly id: Float64Array;
}

/** NVTX: moments, and the two ends of ranges, which have `id` in common. */
export interface MarkerColumns extends ActivityColumns {
  readonly time: Float64Array;
  readonly id: Uint32Array;
  /** `CUpti_ActivityFlag`: 1 instantaneous, 2 start of a range, 4 end of one. */
  readonly flags: Uint32Array;
  /** Indices into the strings of all batches; 0 if there is none, as at the end of a range. */
  readonly name: Uint32Array;
  readonly domain: Uint32Array;
  readonly process: Uint32Array;
  /** 0 for what belongs to no single thread. */
  readonly thread: Uint32Array;
}

/** Waits for a GPU. */
export interface SynchronizationColumns extends TimedColumns {
  /** `CUpti_ActivitySynchronizationType`: 1 event, 2 stream waits for event, 3 stream, 4 context. */
  readonly type: Uint32Array;
  readonly correlation: Uint32Array;
  readonly context: Uint32Array;
  /** 2³²−1 where no stream is waited for. */
  readonly stream: Uint32Array;
  readonly event: Uint32Array;
}

/** The cost of CUPTI itself. */
export interface OverheadColumns extends TimedColumns {
  /** `CUpti_ActivityOverheadKind`. */
  readonly kind: Uint32Array;
  readonly thread: Uint32Array;
  readonly correlation: Uint32Array;
}

/** Memory that was allocated or freed. */
export interface MemoryColumns extends ActivityColumns {
  readonly time: Float64Array;
  /** 1 allocation, 2 release. */
  readonly operation: Uint32Array;
  /** `CUpti_ActivityMemoryKind`. */
  readonly memoryKind: Uint32Array;
  readonly address: BigUint64Array;
  readonly bytes: Float64Array;
  readonly device: Uint32Array;
  readonly context: Uint32Array;
  readonly stream: Uint32Array;
  readonly correlation: Uint32Array;
}

/** Pools of memory that grew or shrank. */
export interface MemoryPoolColumns extends ActivityColumns {
  readonly time: Float64Array;
  /** `CUpti_ActivityMemoryPoolOperationType`: 1 created, 2 destroyed, 3 trimmed. */
  readonly operation: Uint32Array;
  readonly address: BigUint64Array;
  readonly device: Uint32Array;
  /** Bytes held, and bytes in use. */
  readonly size: Float64Array;
  readonly utilized: Float64Array;
}

/** GPUs as CUPTI describes them, once for each. */
export interface DeviceColumns extends ActivityColumns {
  readonly device: Uint32Array;
  /** Index into the strings of all batches. */
  readonly name: Uint32Array;
  /** Bytes a second. */
  readonly memoryBytesPerSecond: Float64Array;
  readonly memoryBytes: Float64Array;
  readonly multiprocessors: Uint32Array;
}

/** Contexts that were made, with the stream that calls use unless they name one. */
export interface ContextColumns extends ActivityColumns {
  readonly context: Uint32Array;
  readonly device: Uint32Array;
  readonly nullStream: Uint32Array;
}

/** Records of some kind that the addon does not know, or that were lost, since the last batch. */
export interface ActivityLosses {
  /** Records that CUPTI dropped for want of a buffer. */
  readonly dropped: number;
  /** Records whose times CUPTI did not get, or that end before they start; they are left out. */
  readonly untimed: number;
  /** Buffers that were refused at the limit of bytes. */
  readonly refusedBuffers: number;
  /** Buffers whose last record was cut off, or that held no sense. */
  readonly truncatedBuffers: number;
  /** CUPTI's numbers of unknown kinds, each with its number of records. */
  readonly unknownKinds: readonly { readonly kind: number; readonly records: number }[];
}

/**
 * The records that have arrived since the last batch. Rows of a kind are in order of arrival. If others
 * recorded already, records that began before this recording are left out; so are the calls by which
 * the recording itself waits.
 */
export interface ActivityBatch {
  /** CLOCK_MONOTONIC at the start of the recording, nanoseconds. */
  readonly originNs: bigint;
  /** Texts that no earlier batch had; together they are numbered on from 1, 0 is the empty text. */
  readonly strings: readonly string[];
  /** Bytes of the buffers that this batch was read from. */
  readonly bytes: number;
  readonly kernels: KernelColumns;
  readonly copies: TransferColumns;
  readonly peerCopies: TransferColumns;
  readonly fills: TransferColumns;
  /** Whole graphs, where they are recorded as such; `graph` is their number. */
  readonly graphs: WorkColumns;
  readonly calls: CallColumns;
  /**
   * Correlations of the calls by which the recording itself waits. Their waits are among the
   * `synchronizations` of this batch or of another one, earlier or later.
   */
  readonly ownCalls: Uint32Array;
  readonly externalIds: ExternalIdColumns;
  readonly markers: MarkerColumns;
  readonly synchronizations: SynchronizationColumns;
  readonly overheads: OverheadColumns;
  readonly memory: MemoryColumns;
  readonly memoryPools: MemoryPoolColumns;
  readonly devices: DeviceColumns;
  readonly contexts: ContextColumns;
  readonly losses: ActivityLosses;
  /** Calls that failed while this batch was taken, as they do when a device is lost. */
  readonly failures: readonly GpuFailure[];
}
