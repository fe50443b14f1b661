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
  readonly ownCalls?: readonly number[];
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
    ownCalls: Uint32Array.from(rows.ownCalls ?? []),
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
