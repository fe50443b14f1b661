import type {
  ActivityBatch,
  ActivityLosses,
  CallColumns,
  ContextColumns,
  DeviceColumns,
  ExternalIdColumns,
  KernelColumns,
  MarkerColumns,
  MemoryColumns,
  MemoryPoolColumns,
  OverheadColumns,
  SynchronizationColumns,
  TransferColumns,
  WorkColumns
} from '../../src/native/gpuActivities';

type Column = { readonly [row: number]: number | bigint };

/** One row of a table of columns; what is not said is 0. */
type Row<Columns> = {
  readonly [Name in Exclude<keyof Columns, 'length'>]?: Columns[Name] extends BigUint64Array
    ? bigint
    : number;
};

/** Makes columns by their names. */
type Makers<Columns> = {
  readonly [Name in Exclude<keyof Columns, 'length'>]: new (length: number) => Columns[Name];
};

const TIMED = { start: Float64Array, end: Float64Array } as const;

const WORK: Makers<WorkColumns> = {
  ...TIMED,
  device: Uint32Array,
  context: Uint32Array,
  stream: Uint32Array,
  correlation: Uint32Array,
  graph: Uint32Array,
  graphNode: BigUint64Array
};

const KERNEL: Makers<KernelColumns> = {
  ...WORK,
  name: Uint32Array,
  queued: Float64Array,
  submitted: Float64Array,
  gridX: Int32Array,
  gridY: Int32Array,
  gridZ: Int32Array,
  blockX: Int32Array,
  blockY: Int32Array,
  blockZ: Int32Array,
  clusterX: Uint32Array,
  clusterY: Uint32Array,
  clusterZ: Uint32Array,
  registers: Uint32Array,
  staticShared: Int32Array,
  dynamicShared: Int32Array,
  sharedExecuted: Uint32Array,
  localPerThread: Uint32Array,
  localTotal: Float64Array
};

const TRANSFER: Makers<TransferColumns> = {
  ...WORK,
  bytes: Float64Array,
  copyKind: Uint8Array,
  fromKind: Uint8Array,
  toKind: Uint8Array,
  flags: Uint8Array,
  value: Uint32Array,
  fromDevice: Uint32Array,
  toDevice: Uint32Array
};

const CALL: Makers<CallColumns> = {
  ...TIMED,
  name: Uint32Array,
  isDriver: Uint8Array,
  process: Uint32Array,
  thread: Uint32Array,
  correlation: Uint32Array,
  status: Uint32Array
};

const MARKER: Makers<MarkerColumns> = {
  time: Float64Array,
  id: Uint32Array,
  flags: Uint32Array,
  name: Uint32Array,
  domain: Uint32Array,
  process: Uint32Array,
  thread: Uint32Array
};

const SYNCHRONIZATION: Makers<SynchronizationColumns> = {
  ...TIMED,
  type: Uint32Array,
  correlation: Uint32Array,
  context: Uint32Array,
  stream: Uint32Array,
  event: Uint32Array
};

const OVERHEAD: Makers<OverheadColumns> = {
  ...TIMED,
  kind: Uint32Array,
  thread: Uint32Array,
  correlation: Uint32Array
};

const MEMORY: Makers<MemoryColumns> = {
  time: Float64Array,
  operation: Uint32Array,
  memoryKind: Uint32Array,
  address: BigUint64Array,
  bytes: Float64Array,
  device: Uint32Array,
  context: Uint32Array,
  stream: Uint32Array,
  correlation: Uint32Array
};

const MEMORY_POOL: Makers<MemoryPoolColumns> = {
  time: Float64Array,
  operation: Uint32Array,
  address: BigUint64Array,
  device: Uint32Array,
  size: Float64Array,
  utilized: Float64Array
};

const EXTERNAL_ID: Makers<ExternalIdColumns> = { correlation: Uint32Array, id: Float64Array };

const DEVICE: Makers<DeviceColumns> = {
  device: Uint32Array,
  name: Uint32Array,
  memoryBytesPerSecond: Float64Array,
  memoryBytes: Float64Array,
  multiprocessors: Uint32Array
};

const CONTEXT: Makers<ContextColumns> = {
  context: Uint32Array,
  device: Uint32Array,
  nullStream: Uint32Array
};

function columns<Columns>(makers: Makers<Columns>, rows: readonly Row<Columns>[] = []): Columns {
  const entries = Object.entries(makers as Record<string, new (length: number) => Column>);
  const made = entries.map(([name, Made]) => {
    const column = new Made(rows.length) as Record<number, number | bigint>;
    (rows as readonly Record<string, number | bigint>[]).forEach((row, at) => {
      if (row[name] !== undefined) column[at] = row[name];
    });
    return [name, column];
  });
  return { length: rows.length, ...Object.fromEntries(made) } as Columns;
}

/** Rows of a batch by kind. */
export interface BatchRows {
  readonly originNs?: bigint;
  readonly strings?: readonly string[];
  readonly kernels?: readonly Row<KernelColumns>[];
  readonly copies?: readonly Row<TransferColumns>[];
  readonly peerCopies?: readonly Row<TransferColumns>[];
  readonly fills?: readonly Row<TransferColumns>[];
  readonly graphs?: readonly Row<WorkColumns>[];
  readonly calls?: readonly Row<CallColumns>[];
  readonly externalIds?: readonly Row<ExternalIdColumns>[];
  readonly markers?: readonly Row<MarkerColumns>[];
  readonly synchronizations?: readonly Row<SynchronizationColumns>[];
  readonly overheads?: readonly Row<OverheadColumns>[];
  readonly memory?: readonly Row<MemoryColumns>[];
  readonly memoryPools?: readonly Row<MemoryPoolColumns>[];
  readonly losses?: Partial<ActivityLosses>;
  readonly failures?: ActivityBatch['failures'];
}

/** A batch as the addon delivers it, of a few rows. */
export function activityBatch(rows: BatchRows): ActivityBatch {
  return {
    originNs: rows.originNs ?? 0n,
    strings: rows.strings ?? [],
    bytes: 0,
    kernels: columns(KERNEL, rows.kernels),
    copies: columns(TRANSFER, rows.copies),
    peerCopies: columns(TRANSFER, rows.peerCopies),
    fills: columns(TRANSFER, rows.fills),
    graphs: columns(WORK, rows.graphs),
    calls: columns(CALL, rows.calls),
    externalIds: columns(EXTERNAL_ID, rows.externalIds),
    markers: columns(MARKER, rows.markers),
    synchronizations: columns(SYNCHRONIZATION, rows.synchronizations),
    overheads: columns(OVERHEAD, rows.overheads),
    memory: columns(MEMORY, rows.memory),
    memoryPools: columns(MEMORY_POOL, rows.memoryPools),
    devices: columns(DEVICE),
    contexts: columns(CONTEXT),
    losses: {
      dropped: 0,
      untimed: 0,
      refusedBuffers: 0,
      truncatedBuffers: 0,
      unknownKinds: [],
      ...rows.losses
    },
    failures: rows.failures ?? []
  };
}

/** Names of kernels in {@link manyActivities}. */
const KERNEL_NAMES = Array.from({ length: 20 }, (_, index) => `_Z6gemm${index}xPfS_i`);

const CALL_NAMES = ['cudaLaunchKernel_v7000', 'cuLaunchKernel'];

/** What {@link manyActivities} makes. */
export interface ManyActivities {
  /** Records in all batches: a call of the runtime and of the driver, a number and a kernel each. */
  readonly records: number;
  /** Launches to a batch. */
  readonly perBatch: number;
  readonly originNs: bigint;
  /** Nanoseconds between two launches, the first of which is at 0. */
  readonly everyNs: number;
  /** The operating system's number of the thread that launches. */
  readonly thread: number;
  /** The number of the operator of a launch. */
  readonly idOf: (launch: number) => number;
}

/** Launches in rapid succession, on four streams, as CUPTI delivers them: batch by batch. */
export function manyActivities(many: ManyActivities): ActivityBatch[] {
  const launches = Math.floor(many.records / 4);
  const batches: ActivityBatch[] = [];
  for (let first = 0; first < launches; first += many.perBatch) {
    const length = Math.min(many.perBatch, launches - first);
    const rows = Array.from({ length }, (_, index) => first + index);
    batches.push(
      activityBatch({
        originNs: many.originNs,
        strings: first === 0 ? [...KERNEL_NAMES, ...CALL_NAMES] : [],
        kernels: rows.map(launch => kernelRow(launch, many)),
        calls: rows.flatMap(launch => callRows(launch, many)),
        externalIds: rows.map(launch => ({ correlation: launch + 1, id: many.idOf(launch) }))
      })
    );
  }
  return batches;
}

function kernelRow(launch: number, { everyNs }: ManyActivities): Row<KernelColumns> {
  const start = launch * everyNs + 0.9 * everyNs;
  return {
    name: (launch % KERNEL_NAMES.length) + 1,
    start,
    end: start + 3.5 * everyNs,
    ...{ device: 0, context: 1, stream: 7 + (launch % 4), correlation: launch + 1 },
    ...{ gridX: 128 + (launch % 20), gridY: 1, gridZ: 1, blockX: 256, blockY: 1, blockZ: 1 },
    ...{ registers: 32, dynamicShared: 4096 }
  };
}

function callRows(launch: number, { everyNs, thread }: ManyActivities): Row<CallColumns>[] {
  const start = launch * everyNs + 0.1 * everyNs;
  const place = { thread, correlation: launch + 1 };
  const name = KERNEL_NAMES.length + 1;
  return [
    { ...place, name: name + 1, isDriver: 1, start: start + 10, end: start + 0.4 * everyNs },
    { ...place, name, isDriver: 0, start, end: start + 0.5 * everyNs }
  ];
}
