import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import type { Contribution, Source } from '../../record/build/contribution';
import type { CounterLog } from '../../record/logs/counterSeriesLog';
import type { Recorder } from '../../record/recorder';
import { type ResidentMemory, openResidentMemory } from '../process/residentMemory';
import { SourceFaults, type SourceKind } from '../source';

/** Takes the bytes that a device has in use. */
export type TakeBytes = (device: string, bytes: number) => void;

/** Reports the bytes in use of every known device. */
export type DeviceReader = (take: TakeBytes) => void;

/** Cost of one reading, nanoseconds. */
const READING_COST_NS = 2_000;

/** The name of the counter of a device, or of the process. */
function memoryInUse(device: string): string {
  return `Memory in use: ${device}`;
}

/** The number of operators between two readings while none are requested. */
const NEVER = Infinity;

/**
 * Reads the memory in use at the end of every so many operators, the first one among them, for all
 * recordings of a recorder together: as often as the one that wants it most.
 */
export class OperatorMemory {
  /** True while a recording wants readings; hooks look here first. */
  isWanted = false;
  /** Readings so far. */
  readings = 0;
  readonly #users = new Map<SourceFaults, number>();
  readonly #readers = new Set<DeviceReader>();
  #counters = new Map<string, CounterLog>();
  #generation = -1;
  #resident: ResidentMemory | null = null;
  #every = NEVER;
  #left = 0;

  constructor(private readonly recorder: Recorder) {}

  /** Has `reader` asked at each reading. */
  addReader(reader: DeviceReader): void {
    this.#readers.add(reader);
  }

  /** Begins to read every `every` operators for a recording, whose `faults` take failures. */
  acquire(faults: SourceFaults, every: number): void {
    this.#resident ??= openResidentMemory();
    this.#users.set(faults, every);
    this.#left = 0;
    this.#update();
  }

  /** Takes a recording off; with the last one nothing is read any more. */
  release(faults: SourceFaults): void {
    if (!this.#users.delete(faults)) return;
    this.#update();
    if (this.isWanted) return;
    this.#resident?.dispose();
    this.#resident = null;
  }

  // hot
  /** An operator has ended. Only while {@link isWanted}; never throws. */
  operatorEnded(): void {
    if (--this.#left >= 0) return;
    this.#left = this.#every - 1;
    try {
      this.#read();
    } catch (error) {
      for (const faults of this.#users.keys()) faults.note(error);
    }
  }

  #read(): void {
    const { recorder } = this;
    const resident = this.#resident;
    if (!recorder.enabled || resident === null) return;
    if (this.#generation !== recorder.generation) this.#forgetCounters();
    const time = recorder.now();
    const take: TakeBytes = (device, bytes) => this.#counterOf(device).setAt(bytes, time);
    for (const reader of this.#readers) reader(take);
    take('node/rss', resident.read());
    this.readings++;
  }

  #counterOf(device: string): CounterLog {
    const known = this.#counters.get(device);
    if (known) return known;
    const name = memoryInUse(device);
    const made = this.recorder.counter(name, DEVICE_STORAGE_CATEGORY, 'bytes', 'sampled');
    this.#counters.set(device, made);
    return made;
  }

  #forgetCounters(): void {
    this.#generation = this.recorder.generation;
    this.#counters = new Map();
  }

  #update(): void {
    this.isWanted = this.#users.size > 0;
    this.#every = this.isWanted ? Math.min(...this.#users.values()) : NEVER;
  }
}

/** Has the memory in use read every so many operators while a recording is open. */
export class OperatorMemorySource implements Source {
  readonly #faults = new SourceFaults(
    'operatorMemory',
    'Values of the memory in use at operators are missing.'
  );
  #first = 0;
  #recorded = 0;
  #isActive = false;

  constructor(
    private readonly memory: OperatorMemory,
    private readonly everyOperators: number
  ) {}

  start(): void {
    this.#first = this.memory.readings;
    this.#isActive = true;
    this.#faults.guard(() => this.memory.acquire(this.#faults, this.everyOperators), undefined);
  }

  stopNow(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#recorded = this.memory.readings - this.#first;
    this.#faults.guard(() => this.memory.release(this.#faults), undefined);
  }

  contribute(): Contribution {
    const report = this.#faults.report(this.#recorded);
    return { report, overheadNs: this.#recorded * READING_COST_NS };
  }
}

/** The memory in use at the ends of operators. */
export const OPERATOR_MEMORY: SourceKind<
  { readonly memoryEveryOperators: number | null },
  { readonly hooks: { readonly operatorMemory: OperatorMemory } }
> = {
  open: ({ hooks }) => ({
    sources: ({ memoryEveryOperators: every }) =>
      every === null ? [] : [new OperatorMemorySource(hooks.operatorMemory, every)]
  })
};
