import { isObject } from '../../base/isObject';
import { replaceMethod } from '../process/replaceMethod';
import type { Kinds } from '../operators/recordedKinds';

/** A tensor or its data as far as the profiler looks at it. */
export interface TfjsTensor {
  /** Names the data, which several tensors may share. */
  readonly dataId: object;
  readonly dtype?: string;
}

/** A back end of TensorFlow.js as far as the profiler looks at it. */
export interface TfjsBackend {
  /** Only the WebAssembly back end: the address of each tensor in its memory. */
  readonly dataIdMap?: {
    has(dataId: object): boolean;
    get(dataId: object): { readonly memoryOffset?: number | null } | undefined;
  };
}

/** A kernel call of the engine; without a name it is the body of a custom gradient. */
export interface TfjsKernelCall {
  readonly kernelName?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** The gradients of an operator's inputs by their names, each computed when it is called. */
export type TfjsInputGradients = Readonly<Record<string, () => unknown>>;

/** Computes, of the gradients of an operator's outputs, those of its inputs. */
export type TfjsGradient = (this: TfjsTapeNode | undefined, dys: unknown) => TfjsInputGradients;

/** The engine's record of an operator during differentiation. */
export interface TfjsTapeNode {
  /** During the backward pass those alone whose gradients are wanted. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Absent for operators without a gradient. */
  gradient?: TfjsGradient;
}

/** The engine's facts about the data of one or more tensors. */
export interface TfjsData {
  readonly bytes: number;
  readonly backend: TfjsBackend;
}

/** The engine's facts about live tensors and calls in progress. */
export interface TfjsState {
  /** Bytes of all live tensors; data that two tensors share counts twice. */
  readonly numBytes: number;
  /** Live tensors; more than pieces of data where some share theirs. */
  readonly numTensors?: number;
  /** Pieces of data of all live tensors. */
  readonly numDataBuffers: number;
  readonly tensorInfo: WeakMap<object, TfjsData>;
  readonly scopeStack: readonly unknown[];
  readonly activeScope?: { readonly name: string } | null;
  /** The operators on the tape, oldest first. */
  readonly activeTape?: readonly TfjsTapeNode[] | null;
}

/** The result of starting a back end: `success` is a promise if the start is asynchronous. */
export interface TfjsStart {
  readonly success: unknown;
  readonly asyncInit?: boolean;
}

/** The methods of TensorFlow.js' engine (4.x) that can be hooked. */
export interface TfjsEngineMethods {
  runKernelFunc: (this: TfjsEngine, kernel: TfjsKernelCall) => unknown;
  startScope: (this: TfjsEngine, name?: string) => void;
  endScope: (this: TfjsEngine, result?: unknown) => void;
  makeTensor: (this: TfjsEngine, ...args: readonly unknown[]) => TfjsTensor;
  readSync: (this: TfjsEngine, dataId: object) => unknown;
  read: (this: TfjsEngine, dataId: object) => unknown;
  trackTensor: (this: TfjsEngine, tensor: TfjsTensor, backend?: TfjsBackend) => void;
  moveData: (this: TfjsEngine, backend: TfjsBackend, dataId: object) => unknown;
  disposeTensor: (this: TfjsEngine, tensor: TfjsTensor) => void;
  initializeBackend: (this: TfjsEngine, name: string) => TfjsStart;
  setupRegisteredKernels: (this: TfjsEngine) => void;
  setBackend: (this: TfjsEngine, name: string) => unknown;
  ready: (this: TfjsEngine) => unknown;
  addTapeNode: (this: TfjsEngine, ...args: readonly unknown[]) => void;
  gradients: (this: TfjsEngine, ...args: readonly unknown[]) => unknown;
  clone: (this: TfjsEngine, tensor: TfjsTensor) => TfjsTensor;
}

/** The parts of TensorFlow.js' engine (4.x) that the profiler touches. */
export interface TfjsEngine extends TfjsEngineMethods {
  readonly state: TfjsState;
  readonly backendName?: string | null;
  /** Back ends that have been started, by name. */
  readonly registry?: Readonly<Record<string, TfjsBackend>>;
}

/** Name of a method that can be hooked. */
export type EngineMethod = keyof TfjsEngineMethods;

/** A replacement for one method of the engine. */
export interface EngineHook {
  /** Whether recordings that request `kinds` need the method replaced. */
  isWanted(kinds: Kinds): boolean;
  /** Replaces the method; returns what restores it. Throws for an engine without the method. */
  install(engine: TfjsEngine): () => void;
}

/** The parts of a hook for {@link engineHook}. */
export interface EngineHookDeps<M extends EngineMethod> {
  readonly method: M;
  isWanted(kinds: Kinds): boolean;
  /** Called once for each original, since V8 optimises a method with one closure best. */
  replace(original: TfjsEngineMethods[M]): TfjsEngineMethods[M];
}

/** A hook of one method that keeps its replacement from one installation to the next. */
export function engineHook<M extends EngineMethod>(parts: EngineHookDeps<M>): EngineHook {
  const { method } = parts;
  const replacements = new WeakMap<TfjsEngineMethods[M], TfjsEngineMethods[M]>();
  /** What could not be restored by engine: somebody had replaced the method again, and calls ours. */
  const left = new WeakMap<TfjsEngine, () => void>();
  return {
    isWanted: kinds => parts.isWanted(kinds),
    install(engine) {
      const remaining = left.get(engine);
      if (remaining) return remaining;
      const original = engine[method];
      if (typeof original !== 'function') {
        throw new TypeError(`The engine of TensorFlow.js has no method ${method}`);
      }
      const replacement = replacements.get(original) ?? parts.replace(original);
      replacements.set(original, replacement);
      const restore = replaceMethod(ownerOf(engine, method), method, replacement);
      const restoreOrLeave = (): void => {
        if (engine[method] !== replacement) {
          left.set(engine, restoreOrLeave);
          return;
        }
        left.delete(engine);
        restore();
      };
      return restoreOrLeave;
    }
  };
}

/**
 * The object that has the method, which is a prototype as a rule. To replace it there is best: an
 * engine with own methods that come and go would become slow for good.
 */
function ownerOf(engine: TfjsEngine, method: EngineMethod): object {
  let owner: object = engine;
  while (!Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner) as object;
  return owner;
}

const GLOBAL_NAME = '_tfengine';

/** True for what looks like an engine of a known version. */
function isEngine(value: unknown): value is TfjsEngine {
  return (
    isObject(value) &&
    'runKernelFunc' in value &&
    typeof value.runKernelFunc === 'function' &&
    'state' in value
  );
}

/**
 * Calls back with the engine that all copies of TensorFlow.js in `scope` share: immediately if it
 * exists, else when the first copy is loaded. Until then a hidden setter waits on the prototype of
 * `scope`, so that `scope` has the same properties as before; the setter defines the plain property
 * there as TensorFlow.js does. Returns a function that stops waiting.
 */
export function whenEngineExists(
  callback: (engine: TfjsEngine) => void,
  scope: object = globalThis
): () => void {
  const present = Object.getOwnPropertyDescriptor(scope, GLOBAL_NAME);
  if (present) {
    if (isEngine(present.value)) callback(present.value);
    return () => undefined;
  }
  const set = (value: unknown): void => {
    const property = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(scope, GLOBAL_NAME, property);
    if (isEngine(value)) callback(value);
  };
  const place = inheritedBy(scope);
  Object.defineProperty(place, GLOBAL_NAME, { get: () => undefined, set, configurable: true });
  return () => {
    if (Object.getOwnPropertyDescriptor(place, GLOBAL_NAME)?.set === set) {
      Reflect.deleteProperty(place, GLOBAL_NAME);
    }
  };
}

/** The prototype that `scope` has for itself, as a global object does; else `scope`. */
function inheritedBy(scope: object): object {
  const prototype = Object.getPrototypeOf(scope) as object | null;
  const isOwn = prototype !== null && Object.getPrototypeOf(prototype) !== null;
  return isOwn && Object.isExtensible(prototype) ? prototype : scope;
}
