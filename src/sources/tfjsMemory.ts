import { DEVICE_STORAGE_CATEGORY } from '../model/categories';
import type { AllocationId, AllocationPlace } from '../record/allocationLog';
import { NO_ALLOCATION } from '../record/allocationLog';
import type { CounterLog } from '../record/counterSeriesLog';
import type { EngineHook, TfjsBackend, TfjsEngine, TfjsTensor } from './tfjsEngine';
import { engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';
import { functionOfScope } from './tfjsTrace';

/** Bytes of the live tensors of one back end. */
interface Device {
  /** Such as `tfjs/wasm`. */
  readonly name: string;
  readonly counter: CounterLog;
  bytes: number;
}

/** The description of an allocation, filled anew for each, since hot paths allocate nothing. */
type MutablePlace = { -readonly [Key in keyof AllocationPlace]: AllocationPlace[Key] };

/**
 * Records the memory of tensors: a counter for each back end, whose sum is what `tf.memory()` calls
 * `numBytes`, and each piece of data with its place and time. The bytes of tensors that were there
 * before are counted with the back end that is seen first.
 */
export class TfjsMemory {
  private readonly ids = new WeakMap<object, AllocationId>();
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
    const added = state.numBytes - bytes;
    if (added === 0) return;
    const backend = state.tensorInfo.get(tensor.dataId)?.backend;
    if (!backend) return;
    const device = this.deviceOf(engine, backend, bytes);
    this.count(device, state.numBytes);
    if (state.numDataBuffers !== buffers) this.allocate(engine, tensor, { added, backend, device });
  }

  // hot
  /** A tensor of `backend` was disposed of; before, the engine had `bytes`. */
  disposed(engine: TfjsEngine, backend: TfjsBackend, bytes: number): void {
    const { state } = engine;
    if (!this.trace.around.recorder.enabled || state.numBytes === bytes) return;
    this.count(this.deviceOf(engine, backend, bytes), state.numBytes);
  }

  // hot
  /** The data of a tensor was given back. */
  freed(dataId: object): void {
    const id = this.ids.get(dataId);
    if (id !== undefined) this.trace.around.recorder.allocations.free(id);
  }

  /** The engine learns the size of strings only after it has begun to track them. */
  adoptText(engine: TfjsEngine, tensor: TfjsTensor): void {
    const { kinds } = this.trace.around;
    const info = engine.state.tensorInfo.get(tensor.dataId);
    if (!kinds.tensorMemory || !info || info.bytes === 0) return;
    const { numBytes } = engine.state;
    const { bytes: added, backend } = info;
    const device = this.deviceOf(engine, backend, numBytes - added);
    this.count(device, numBytes);
    this.allocate(engine, tensor, { added, backend, device });
  }

  private allocate(
    engine: TfjsEngine,
    { dataId }: TfjsTensor,
    { added, backend, device }: { added: number; backend: TfjsBackend; device: Device }
  ): void {
    const { trace, place } = this;
    const { recorder, operatorContext } = trace.around;
    place.name = trace.operator || (functionOfScope(engine.state.activeScope?.name) ?? 'tensor');
    place.scope = operatorContext.current.scope;
    place.device = device.name;
    const id = recorder.allocations.allocate(added, addressOf(backend, dataId), place);
    if (id !== NO_ALLOCATION) this.ids.set(dataId, id);
  }

  /** Sets the counter of `device`, on which the change since the last look happened. */
  private count(device: Device, bytes: number): void {
    device.bytes = Math.max(0, device.bytes + bytes - this.seenBytes);
    this.seenBytes = bytes;
    device.counter.set(device.bytes);
  }

  // hot
  /** The device of a back end; what changed unseen, up to `bytes`, is counted with it. */
  private deviceOf(engine: TfjsEngine, backend: TfjsBackend, bytes: number): Device {
    if (this.generation !== this.trace.around.recorder.generation) this.startCounting();
    const known = backend === this.lastBackend ? this.lastDevice : null;
    const device = known ?? this.findDevice(engine, backend);
    if (bytes !== this.seenBytes) this.count(device, bytes);
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

/** Where the WebAssembly back end keeps the data; -1 for back ends that do not tell. */
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
        const backend = tensorInfo.get(tensor.dataId)?.backend;
        original.call(this, tensor);
        if (!backend) return;
        try {
          memory.disposed(this, backend, numBytes);
          if (this.state.numDataBuffers !== numDataBuffers) memory.freed(tensor.dataId);
        } catch (error) {
          trace.note(error);
        }
      }
  });
  return [track, dispose];
}
