import { AllocationTableBuilder } from '../../../model/build/allocationTableBuilder';
import { DEVICE_STORAGE_CATEGORY, OPERATOR_CATEGORIES } from '../../../model/profile/categories';
import type { AllocationTable, CounterSeries } from '../../../model/profile/profile';
import type { MemoryColumns, CallColumns } from '../../../native/gpuActivities';
import { orderByStart } from '../../../record/build/orderByStart';
import { isWithinPause } from '../../../record/logs/pauses';
import type { AssemblyInput } from './assemblyInput';
import type { Correlations } from './correlations';
import { SteppedCounter } from './steppedCounter';
import { NO_SCOPE } from '../../operators/operatorContext';
import { callName } from '../records/activityNames';

/** The code that allocated a piece of memory. */
interface MemoryName {
  /** The operator, else the slice that called, else the call. */
  readonly name: string;
  readonly scope: string;
}

/** Finds the code that allocated memory, by the correlation of the call. */
class MemoryNames {
  /** Names of calls by correlation, for calls that may have allocated memory. */
  readonly #calls: ReadonlyMap<number, string>;

  constructor(
    private readonly input: AssemblyInput,
    private readonly correlations: Correlations
  ) {
    this.#calls = callsOfMemory(input);
  }

  /** The caller of the call with a correlation. */
  of(correlation: number): MemoryName {
    const entry = this.correlations.find(correlation);
    const token = entry < 0 ? -1 : this.correlations.token[entry];
    const row = entry < 0 ? -1 : this.correlations.operator[entry];
    const name = this.#operatorName(row) ?? this.#calls.get(correlation) ?? 'memory';
    return { name, scope: token < 0 ? NO_SCOPE : this.input.scopeOf(token) };
  }

  /** The nearest operator around a row of the recorder's slices, else that slice itself. */
  #operatorName(row: number): string | null {
    const { slices, labels } = this.input.context;
    for (let at = row; at >= 0; at = slices.parent[at]) {
      const label = slices.label[at];
      if (OPERATOR_CATEGORIES.includes(labels.categoryNameOf(label))) return labels.nameOf(label);
    }
    return row < 0 ? null : labels.nameOf(slices.label[row]);
  }
}

function callsOfMemory({ parts }: AssemblyInput): Map<number, string> {
  const wanted = new Set<number>();
  for (const { batch } of parts) for (const each of batch.memory.correlation) wanted.add(each);
  const names = new Map<number, string>();
  if (wanted.size === 0) return names;
  for (const { batch, texts } of parts) addNames(names, wanted, batch.calls, texts);
  return names;
}

/** Adds those of a batch; calls of the runtime before those of the driver within them. */
function addNames(
  names: Map<number, string>,
  wanted: ReadonlySet<number>,
  { length, correlation, name, isDriver }: CallColumns,
  texts: readonly string[]
): void {
  for (let row = 0; row < length; row++) {
    if (!wanted.has(correlation[row])) continue;
    const isInner = isDriver[row] === 1 && names.has(correlation[row]);
    if (!isInner) names.set(correlation[row], callName(texts[name[row]] ?? ''));
  }
}

/** CUPTI's operations on memory. */
const MemoryOperation = { allocated: 1, released: 2 } as const;

/** Kinds of memory on the host; the others are on a device. */
const PAGEABLE = 1;
const PINNED = 2;

/** Device of pinned memory of the host in profiles. */
const PINNED_DEVICE = 'host/pinned';

/** Memory of GPUs in a recorded window. */
export interface GpuMemory {
  readonly allocations: AllocationTable;
  /** Bytes allocated since the window began and still held, by device. */
  readonly counters: readonly CounterSeries[];
}

/** One record of a batch. */
interface MemoryRecord {
  readonly memory: MemoryColumns;
  readonly row: number;
}

/** The memory allocated in the window, with its lifetimes. Releases of older memory change nothing. */
export function memoryOf(input: AssemblyInput, correlations: Correlations): GpuMemory {
  const { records, time } = gather(input);
  const tables = new MemoryTables(input, new MemoryNames(input, correlations));
  for (const at of orderByStart(time, new Float64Array(time.length))) {
    tables.take(records[at], time[at]);
  }
  return tables.build();
}

function gather({ parts, context }: AssemblyInput): {
  readonly records: readonly MemoryRecord[];
  readonly time: Float64Array;
} {
  const records: MemoryRecord[] = [];
  const times: number[] = [];
  for (const { batch } of parts) {
    const shift = Number(batch.originNs - context.originNs);
    const { memory } = batch;
    for (let row = 0; row < memory.length; row++) {
      records.push({ memory, row });
      times.push(memory.time[row] + shift);
    }
  }
  return { records, time: Float64Array.from(times) };
}

/** Follows the memory held, record by record in order of time. */
class MemoryTables {
  readonly #allocations = new AllocationTableBuilder();
  readonly #counters = new Map<string, SteppedCounter>();
  /** Rows of held memory, by address; those of host memory are separate. */
  readonly #held = new Map<string, number>();
  readonly #windowNs: number;

  constructor(
    private readonly input: AssemblyInput,
    private readonly names: MemoryNames
  ) {
    this.#windowNs = Number(input.context.endNs - input.context.originNs);
  }

  take({ memory, row }: MemoryRecord, time: number): void {
    if (time < 0 || time > this.#windowNs || memory.memoryKind[row] === PAGEABLE) return;
    const isPinned = memory.memoryKind[row] === PINNED;
    const device = isPinned ? PINNED_DEVICE : `gpu/${memory.device[row]}`;
    const address = addressOf(memory, row);
    const key = `${isPinned ? PINNED_DEVICE : ''}${address}`;
    if (memory.operation[row] === MemoryOperation.released) this.#release(key, device, time);
    if (memory.operation[row] !== MemoryOperation.allocated) return;
    this.#release(key, device, time);
    if (isWithinPause(this.input.pauses, time)) return;
    this.#held.set(key, this.#allocate(memory, row, { time, address, device }));
  }

  build(): GpuMemory {
    return {
      counters: [...this.#counters].map(([device, counter]) =>
        counter.series(`Memory: ${device}`, DEVICE_STORAGE_CATEGORY)
      ),
      allocations: this.#allocations.build()
    };
  }

  /** The row of an allocation. */
  #allocate(
    memory: MemoryColumns,
    row: number,
    { time, address, device }: { time: number; address: number; device: string }
  ): number {
    const { strings } = this.input.context;
    const { name, scope } = this.names.of(memory.correlation[row]);
    const bytes = memory.bytes[row];
    this.#counter(device).add(time, bytes);
    return this.#allocations.add({
      time,
      lifetime: this.#windowNs - time,
      isHeld: true,
      bytes,
      address,
      name: strings.intern(name),
      scope: strings.intern(scope),
      device: strings.intern(device)
    });
  }

  #release(key: string, device: string, time: number): void {
    const row = this.#held.get(key);
    if (row === undefined) return;
    this.#held.delete(key);
    this.#counter(device).add(time, -this.#allocations.release(row, time));
  }

  #counter(device: string): SteppedCounter {
    const known = this.#counters.get(device);
    if (known) return known;
    const created = new SteppedCounter();
    this.#counters.set(device, created);
    return created;
  }
}

/** The address, exact below 2⁵³: those of GPUs have 49 bits at most. */
function addressOf({ address }: MemoryColumns, row: number): number {
  return Number(address[row]);
}
