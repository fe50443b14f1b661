import { apply } from '../../base/intrinsics/ownFunctions';
import { inspect } from 'node:util';
import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import type { AllocationId, AllocationPlace } from '../../record/logs/allocationLog';
import type { CounterLog } from '../../record/logs/counterSeriesLog';
import type { Kinds } from '../operators/recordedKinds';
import type { TakeBytes } from '../operators/operatorMemory';
import { NO_SCOPE } from '../operators/operatorContext';
import {
  type EngineHook,
  type TfjsBackend,
  type TfjsData,
  type TfjsEngine,
  type TfjsState,
  type TfjsTensor,
  engineHook
} from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/** Bytes of the live data of one back end. */
interface Device {
  /** Such as `tfjs/wasm`. */
  readonly name: string;
  /** Null until a recording wants the curve. */
  counter: CounterLog | null;
  bytes: number;
}

/** Under which the engine's note of a piece of data has its allocation. */
const ALLOCATION = Symbol('kernelscope.allocation');

/** The description of an allocation, reused for each, since hot paths allocate nothing. */
type MutablePlace = { -readonly [Key in keyof AllocationPlace]: AllocationPlace[Key] };

/** The engine's facts about data, with its recorded allocation. */
interface NotedData extends TfjsData {
  [ALLOCATION]?: AllocationId;
}

/**
 * Records the memory of tensors: a counter for each back end, and each piece of data with its place and
 * time. Data counts once, however many tensors share it: the views that `reshape`, `clone` and variables
 * make take no memory, although `tf.memory().numBytes` counts them. The bytes of data that was there
 * before are counted with the back end that is seen first. The engine's own note of a piece of data
 * keeps the allocation, under a symbol: weak maps would cost more than all the rest.
 */
export class TfjsMemory {
  readonly #devices = new Map<TfjsBackend, Device>();
  readonly #place: MutablePlace = { name: '', scope: '', device: '' };
  #generation = -1;
  #firstDevice: Device | null = null;
  #lastBackend: TfjsBackend | null = null;
  #lastDevice: Device | null = null;
  /** What the engine counted when it was last seen. */
  #seenBytes = 0;
  #seenBuffers = 0;
  /** What it counted before the change at hand. */
  #bytesBefore = 0;
  #buffersBefore = 0;

  constructor(private readonly trace: TfjsTrace) {}

  // hot
  /** A tensor was tracked; before, the engine had `bytes` in `buffers` pieces of data. */
  tracked(engine: TfjsEngine, tensor: TfjsTensor, bytes: number, buffers: number): void {
    const data = engine.state.tensorInfo.get(tensor.dataId);
    if (!data) return;
    const isNew = engine.state.numDataBuffers !== buffers;
    const time = this.trace.around.recorder.now();
    this.#bytesBefore = bytes;
    this.#buffersBefore = buffers;
    const device = this.#changed(engine, data.backend, isNew ? data.bytes : 0, time);
    if (isNew) this.#allocate(engine, tensor.dataId, data, device, time);
  }

  // hot
  /** A tensor with `data` was disposed of; before, the engine had `bytes` in `buffers` pieces. */
  disposed(engine: TfjsEngine, data: TfjsData, bytes: number, buffers: number): void {
    const { recorder } = this.trace.around;
    const isGone = engine.state.numDataBuffers !== buffers;
    const time = recorder.now();
    this.#bytesBefore = bytes;
    this.#buffersBefore = buffers;
    if (recorder.enabled) this.#changed(engine, data.backend, isGone ? -data.bytes : 0, time);
    if (isGone) this.#free(data, time);
  }

  /** The engine learns the size of strings only after it has begun to track them. */
  adoptText(engine: TfjsEngine, tensor: TfjsTensor): void {
    const { state } = engine;
    const data = state.tensorInfo.get(tensor.dataId);
    if (!isCounted(this.trace.around.kinds) || !data || data.bytes === 0) return;
    const time = this.trace.around.recorder.now();
    this.#bytesBefore = state.numBytes - data.bytes;
    this.#buffersBefore = state.numDataBuffers;
    const device = this.#changed(engine, data.backend, data.bytes, time);
    this.#allocate(engine, tensor.dataId, data, device, time);
  }

  /** Data was moved from the back end `from` to the one that its note names now. */
  moved(engine: TfjsEngine, dataId: object, from: TfjsBackend): void {
    const { recorder } = this.trace.around;
    const data = engine.state.tensorInfo.get(dataId);
    if (!data || data.backend === from) return;
    const time = recorder.now();
    this.#free(data, time);
    if (!recorder.enabled) return;
    this.#bytesBefore = engine.state.numBytes;
    this.#buffersBefore = engine.state.numDataBuffers;
    this.#changed(engine, from, 0, time);
    this.#count(this.#findDevice(engine, from), -data.bytes, time);
    const device = this.#findDevice(engine, data.backend);
    this.#count(device, data.bytes, time);
    this.#allocate(engine, dataId, data, device, time);
  }

  /**
   * Reports the bytes of live data: by back end if each tensor is seen, else for all back ends together.
   */
  read(engine: TfjsEngine, take: TakeBytes): void {
    const { kinds, recorder } = this.trace.around;
    const isCounting = isCounted(kinds) && this.#generation === recorder.generation;
    if (isCounting && this.#devices.size > 0) {
      for (const { name, bytes } of this.#devices.values()) take(name, bytes);
    } else {
      take(`tfjs/${engine.backendName ?? 'none'}`, bytesOfData(engine.state));
    }
  }

  // hot
  /** Notes data on a device, if recordings want that. */
  #allocate(
    engine: TfjsEngine,
    dataId: object,
    data: NotedData,
    device: Device,
    time: bigint
  ): void {
    const { trace } = this;
    const place = this.#place;
    const { recorder, operatorContext, kinds } = trace.around;
    if (!kinds.tensorMemory || data.bytes === 0) return;
    place.device = device.name;
    place.name = trace.operator || (trace.functionOf(engine.state.activeScope?.name) ?? 'tensor');
    place.scope = operatorContext.isActive ? operatorContext.current.scope : NO_SCOPE;
    const address = addressOf(data.backend, dataId);
    data[ALLOCATION] = recorder.allocations.allocate(data.bytes, address, place, time);
  }

  #free(data: NotedData, time: bigint): void {
    const id = data[ALLOCATION];
    if (id !== undefined) this.trace.around.recorder.allocations.free(id, time);
  }

  // hot
  /** Counts a change of the data of `backend`, after what changed unseen before it; returns the device. */
  #changed(engine: TfjsEngine, backend: TfjsBackend, change: number, time: bigint): Device {
    const { state } = engine;
    if (this.#generation !== this.trace.around.recorder.generation) this.#startCounting();
    const known = backend === this.#lastBackend ? this.#lastDevice : null;
    const device = known ?? this.#findDevice(engine, backend);
    if (this.#bytesBefore !== this.#seenBytes || this.#buffersBefore !== this.#seenBuffers) {
      this.#count(device, bytesOfData(state) - change - this.#counted(), time);
    }
    if (change !== 0) this.#count(device, change, time);
    this.#seenBytes = state.numBytes;
    this.#seenBuffers = state.numDataBuffers;
    return device;
  }

  // hot
  /** Adds to the curve of `device`; bytes that it does not have were counted with the first device. */
  #count(device: Device, bytes: number, time: bigint): void {
    const firstDevice = this.#firstDevice;
    const missing = Math.min(0, device.bytes + bytes);
    device.bytes += bytes - missing;
    this.#mark(device, time);
    if (missing === 0 || firstDevice === null || firstDevice === device) return;
    firstDevice.bytes = Math.max(0, firstDevice.bytes + missing);
    this.#mark(firstDevice, time);
  }

  // hot
  #mark(device: Device, time: bigint): void {
    const { recorder, kinds } = this.trace.around;
    if (!kinds.tensorMemory) return;
    device.counter ??= recorder.counter(`Memory: ${device.name}`, DEVICE_STORAGE_CATEGORY, 'bytes');
    device.counter.setAt(device.bytes, time);
  }

  #counted(): number {
    let bytes = 0;
    for (const device of this.#devices.values()) bytes += device.bytes;
    return bytes;
  }

  #findDevice(engine: TfjsEngine, backend: TfjsBackend): Device {
    const device = this.#devices.get(backend) ?? this.#addDevice(engine, backend);
    this.#lastBackend = backend;
    this.#lastDevice = device;
    return device;
  }

  #addDevice({ registry = {} }: TfjsEngine, backend: TfjsBackend): Device {
    const known = Object.entries(registry).find(([, each]) => each === backend);
    const device = { name: `tfjs/${known?.[0] ?? 'none'}`, counter: null, bytes: 0 };
    this.#devices.set(backend, device);
    this.#firstDevice ??= device;
    return device;
  }

  #startCounting(): void {
    this.#generation = this.trace.around.recorder.generation;
    this.#devices.clear();
    this.#firstDevice = null;
    this.#lastDevice = null;
    this.#lastBackend = null;
    this.#seenBytes = 0;
    this.#seenBuffers = 0;
  }
}

/** True if each tensor that comes and goes is seen. */
export function isCounted({ tensorMemory, tensorBytes }: Kinds): boolean {
  return tensorMemory || tensorBytes === true;
}

/** How the engine's notes of data are listed; what is inside of their fields is not looked at. */
const LISTED = { showHidden: true, depth: 1, maxArrayLength: Infinity, breakLength: Infinity };

/**
 * Bytes of all live data. The engine adds up tensors, so where some share data its notes of data are
 * added up instead; these are in a weak map, whose entries only `inspect` lists.
 */
function bytesOfData({ numBytes, numTensors, numDataBuffers, tensorInfo }: TfjsState): number {
  if (numTensors === undefined || numTensors === numDataBuffers) return numBytes;
  const notes = inspect(tensorInfo, LISTED).matchAll(/ bytes: (\d+)/g);
  return [...notes].reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

/** The address of data in the WebAssembly back end; -1 for back ends that do not report it. */
function addressOf({ dataIdMap }: TfjsBackend, dataId: object): number {
  if (!dataIdMap?.has(dataId)) return -1;
  return dataIdMap.get(dataId)?.memoryOffset ?? -1;
}

/** The hooks that tell `memory` of each tensor that comes and goes. */
export function memoryHooks(trace: TfjsTrace, memory: TfjsMemory): readonly EngineHook[] {
  const { recorder } = trace.around;
  const track = engineHook({
    method: 'trackTensor',
    isWanted: isCounted,
    replace: original =>
      // hot
      function trackTensor(this: TfjsEngine, tensor: TfjsTensor, backend?: TfjsBackend): void {
        const { numBytes, numDataBuffers } = this.state;
        apply(original, this, [tensor, backend]);
        if (!recorder.enabled) return;
        try {
          memory.tracked(this, tensor, numBytes, numDataBuffers);
        } catch (error) {
          trace.note(error);
        }
      }
  });
  const dispose = engineHook({
    method: 'disposeTensor',
    isWanted: isCounted,
    replace: original =>
      // hot
      function disposeTensor(this: TfjsEngine, tensor: TfjsTensor): void {
        const { numBytes, numDataBuffers, tensorInfo } = this.state;
        const data = tensorInfo.get(tensor.dataId);
        apply(original, this, [tensor]);
        if (!data) return;
        try {
          memory.disposed(this, data, numBytes, numDataBuffers);
        } catch (error) {
          trace.note(error);
        }
      }
  });
  return [track, dispose, moveHook(trace, memory)];
}

/** Tells `memory` of data that an operator of another back end fetches. */
function moveHook(trace: TfjsTrace, memory: TfjsMemory): EngineHook {
  return engineHook({
    method: 'moveData',
    isWanted: isCounted,
    replace: original =>
      function moveData(this: TfjsEngine, backend: TfjsBackend, dataId: object): unknown {
        const from = this.state.tensorInfo.get(dataId)?.backend;
        const result = apply(original, this, [backend, dataId]);
        if (from) trace.guard(() => memory.moved(this, dataId, from));
        return result;
      }
  });
}
