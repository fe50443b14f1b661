import { DEVICE_STORAGE_CATEGORY } from '../../model/profile/categories';
import type { AllocationId, AllocationPlace } from '../../record/logs/allocationLog';
import type { CounterLog } from '../../record/logs/counterSeriesLog';
import type { TakeBytes } from '../operators/operatorMemory';
import { NO_SCOPE } from '../operators/operatorContext';
import type { EngineHook, TfjsBackend, TfjsData, TfjsEngine, TfjsTensor } from './tfjsEngine';
import { engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/** Bytes of the live tensors of one back end. */
interface Device {
  /** Such as `tfjs/wasm`. */
  readonly name: string;
  readonly counter: CounterLog;
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
 * Records the memory of tensors: a counter for each back end, whose sum is what `tf.memory()` calls
 * `numBytes`, and each piece of data with its place and time. The bytes of tensors that were there
 * before are counted with the back end that is seen first. The engine's own note of a piece of data
 * keeps the allocation, under a symbol: weak maps would cost more than all the rest.
 */
export class TfjsMemory {
  private readonly devices = new Map<TfjsBackend, Device>();
  private readonly place: MutablePlace = { name: '', scope: '', device: '' };
  private generation = -1;
  private lastBackend: TfjsBackend | null = null;
  private lastDevice: Device | null = null;
  /** `numBytes` as it was last seen. */
  private seenBytes = 0;

  constructor(private readonly trace: TfjsTrace) {}

  // hot
  /** A tensor was tracked; before, the engine had `bytes` in `buffers` pieces of data. */
  tracked(engine: TfjsEngine, tensor: TfjsTensor, bytes: number, buffers: number): void {
    const { state } = engine;
    if (state.numBytes === bytes) return;
    const data = state.tensorInfo.get(tensor.dataId);
    if (!data) return;
    const time = this.trace.around.recorder.now();
    const device = this.deviceOf(engine, data.backend, bytes, time);
    this.count(device, state.numBytes, time);
    if (state.numDataBuffers === buffers) return;
    this.place.device = device.name;
    this.allocate(engine, tensor.dataId, data, time);
  }

  // hot
  /** A tensor with `data` was disposed of; before, the engine had `bytes` in `buffers` pieces. */
  disposed(engine: TfjsEngine, data: TfjsData, bytes: number, buffers: number): void {
    const { state } = engine;
    const { recorder } = this.trace.around;
    if (state.numBytes === bytes) return;
    const time = recorder.now();
    if (recorder.enabled) {
      this.count(this.deviceOf(engine, data.backend, bytes, time), state.numBytes, time);
    }
    if (state.numDataBuffers === buffers) return;
    const id = (data as NotedData)[ALLOCATION];
    if (id !== undefined) recorder.allocations.free(id, time);
  }

  /** The engine learns the size of strings only after it has begun to track them. */
  adoptText(engine: TfjsEngine, tensor: TfjsTensor): void {
    const { kinds, recorder } = this.trace.around;
    const data = engine.state.tensorInfo.get(tensor.dataId);
    if (!kinds.tensorMemory || !data || data.bytes === 0) return;
    const { numBytes } = engine.state;
    const time = recorder.now();
    const device = this.deviceOf(engine, data.backend, numBytes - data.bytes, time);
    this.count(device, numBytes, time);
    this.place.device = device.name;
    this.allocate(engine, tensor.dataId, data, time);
  }

  /**
   * Reports the bytes of live tensors: by back end if tensor memory is recorded, else for all back ends
   * together.
   */
  read({ state, backendName }: TfjsEngine, take: TakeBytes): void {
    const { kinds, recorder } = this.trace.around;
    const isCounting = kinds.tensorMemory && this.generation === recorder.generation;
    if (isCounting && this.devices.size > 0) {
      for (const { name, bytes } of this.devices.values()) take(name, bytes);
    } else {
      take(`tfjs/${backendName ?? 'none'}`, state.numBytes);
    }
  }

  // hot
  /** Notes data on the device of `place`. */
  private allocate(engine: TfjsEngine, dataId: object, data: NotedData, time: bigint): void {
    const { trace, place } = this;
    const { recorder, operatorContext } = trace.around;
    place.name = trace.operator || (trace.functionOf(engine.state.activeScope?.name) ?? 'tensor');
    place.scope = operatorContext.isActive ? operatorContext.current.scope : NO_SCOPE;
    const address = addressOf(data.backend, dataId);
    data[ALLOCATION] = recorder.allocations.allocate(data.bytes, address, place, time);
  }

  // hot
  /** Sets the counter of `device`, on which the change since the last look happened. */
  private count(device: Device, bytes: number, time: bigint): void {
    device.bytes = Math.max(0, device.bytes + bytes - this.seenBytes);
    this.seenBytes = bytes;
    device.counter.setAt(device.bytes, time);
  }

  // hot
  /** The device of a back end; what changed unseen, up to `bytes`, is counted with it. */
  private deviceOf(engine: TfjsEngine, backend: TfjsBackend, bytes: number, time: bigint): Device {
    const { recorder } = this.trace.around;
    if (this.generation !== recorder.generation) this.startCounting();
    const known = backend === this.lastBackend ? this.lastDevice : null;
    const device = known ?? this.findDevice(engine, backend);
    if (bytes !== this.seenBytes) this.count(device, bytes, time);
    return device;
  }

  private findDevice(engine: TfjsEngine, backend: TfjsBackend): Device {
    const device = this.devices.get(backend) ?? this.addDevice(engine, backend);
    this.lastBackend = backend;
    this.lastDevice = device;
    return device;
  }

  private addDevice({ registry = {} }: TfjsEngine, backend: TfjsBackend): Device {
    const known = Object.entries(registry).find(([, each]) => each === backend);
    const name = `tfjs/${known?.[0] ?? 'none'}`;
    const { recorder } = this.trace.around;
    const counter = recorder.counter(`Memory: ${name}`, DEVICE_STORAGE_CATEGORY, 'bytes');
    const device = { name, counter, bytes: 0 };
    this.devices.set(backend, device);
    return device;
  }

  private startCounting(): void {
    this.generation = this.trace.around.recorder.generation;
    this.devices.clear();
    this.lastDevice = null;
    this.lastBackend = null;
    this.seenBytes = 0;
  }
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
    isWanted: kinds => kinds.tensorMemory,
    replace: original =>
      // hot
      function trackTensor(this: TfjsEngine, tensor: TfjsTensor, backend?: TfjsBackend): void {
        const { numBytes, numDataBuffers } = this.state;
        original.call(this, tensor, backend);
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
    isWanted: kinds => kinds.tensorMemory,
    replace: original =>
      // hot
      function disposeTensor(this: TfjsEngine, tensor: TfjsTensor): void {
        const { numBytes, numDataBuffers, tensorInfo } = this.state;
        const data = tensorInfo.get(tensor.dataId);
        original.call(this, tensor);
        if (!data) return;
        try {
          memory.disposed(this, data, numBytes, numDataBuffers);
        } catch (error) {
          trace.note(error);
        }
      }
  });
  return [track, dispose];
}
