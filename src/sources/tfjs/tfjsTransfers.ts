import { apply } from '../../base/intrinsics/ownFunctions';
import { endWhenSettled, isPlainPromise } from '../../record/promiseSlice';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type EngineHook, type TfjsEngine, type TfjsTensor, engineHook } from './tfjsEngine';
import { isCounted, type TfjsMemory } from './tfjsMemory';
import type { TfjsTrace } from './tfjsTrace';

/** Operator slices of tensors that are made of the program's own data. */
const WRITE = 'write';

/** Operator slices of tensors whose data the program asks for, which waits for all operators. */
const SYNC = 'sync';

/** The slices of one transfer; either may be `NO_TOKEN`. */
interface Transfer {
  readonly call: Token;
  readonly operator: Token;
}

function begin(trace: TfjsTrace, call: string, operator: string): Transfer {
  try {
    return { call: trace.beginCall(call), operator: trace.begin(operator) };
  } catch (error) {
    trace.note(error);
    return { call: NO_TOKEN, operator: NO_TOKEN };
  }
}

function bytesOf(engine: TfjsEngine, dataId: object): number | null {
  return engine.state.tensorInfo.get(dataId)?.bytes ?? null;
}

/** Records tensors that are written, with the strings among them as allocations. */
export function writeHook(trace: TfjsTrace, memory: TfjsMemory): EngineHook {
  const { recorder } = trace.around;
  // hot
  const end = (
    engine: TfjsEngine,
    { call, operator }: Transfer,
    tensor: TfjsTensor | null
  ): void => {
    try {
      if (tensor?.dtype === 'string') memory.adoptText(engine, tensor);
      if (operator !== NO_TOKEN) {
        recorder.end(operator);
        trace.describe(operator, engine, tensor && bytesOf(engine, tensor.dataId));
      }
      trace.endCall(call);
    } catch (error) {
      trace.note(error);
    }
  };
  return engineHook({
    method: 'makeTensor',
    isWanted: kinds => kinds.operators || kinds.graphOperators || kinds.api || isCounted(kinds),
    replace: original =>
      function makeTensor(this: TfjsEngine, ...args: readonly unknown[]): TfjsTensor {
        if (!recorder.enabled) return Reflect.apply(original, this, args);
        const transfer = begin(trace, 'tensor', WRITE);
        const outer = trace.operator;
        if (outer === '') {
          trace.operator = trace.functionOf(this.state.activeScope?.name) ?? 'tensor';
        }
        let tensor: TfjsTensor | null = null;
        try {
          tensor = Reflect.apply(original, this, args);
          return tensor;
        } finally {
          trace.operator = outer;
          end(this, transfer, tensor);
        }
      }
  });
}

/** Records synchronous reads, such as `dataSync` and `arraySync`. */
export function readSyncHook(trace: TfjsTrace): EngineHook {
  const { recorder } = trace.around;
  const end = (engine: TfjsEngine, { call, operator }: Transfer, dataId: object): void => {
    if (operator !== NO_TOKEN) {
      recorder.end(operator);
      trace.describe(operator, engine, bytesOf(engine, dataId));
    }
    trace.endCall(call);
  };
  return engineHook({
    method: 'readSync',
    isWanted: kinds => kinds.operators || kinds.graphOperators || kinds.api,
    replace: original =>
      function readSync(this: TfjsEngine, dataId: object): unknown {
        if (!recorder.enabled) return apply(original, this, [dataId]);
        const transfer = begin(trace, 'dataSync', SYNC);
        try {
          return apply(original, this, [dataId]);
        } finally {
          trace.guard(() => end(this, transfer, dataId));
        }
      }
  });
}

/** Records asynchronous reads, such as `data` and `array`: the call, and the wait on a lane. */
export function readHook(trace: TfjsTrace): EngineHook {
  const { recorder } = trace.around;
  const settle = (
    engine: TfjsEngine,
    transfer: Transfer,
    dataId: object,
    data: unknown
  ): unknown => {
    const { call, operator } = transfer;
    let result = data;
    if (operator !== NO_TOKEN) trace.describe(operator, engine, bytesOf(engine, dataId));
    if (isPlainPromise(data)) {
      result = endWhenSettled(recorder, operator, data);
      trace.around.apiCalls.leadTo(call, operator);
    } else if (operator !== NO_TOKEN) recorder.end(operator);
    trace.endCall(call);
    return result;
  };
  return engineHook({
    method: 'read',
    isWanted: kinds => kinds.operators || kinds.graphOperators || kinds.api,
    replace: original =>
      function read(this: TfjsEngine, dataId: object): unknown {
        if (!recorder.enabled) return apply(original, this, [dataId]);
        const transfer = begin(trace, 'data', SYNC);
        let data: unknown;
        try {
          data = apply(original, this, [dataId]);
        } catch (error) {
          trace.guard(() => settle(this, transfer, dataId, null));
          throw error;
        }
        return trace.guard(() => settle(this, transfer, dataId, data)) ?? data;
      }
  });
}
