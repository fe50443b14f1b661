import { Module } from 'node:module';
import { replaceMethod } from './replaceMethod';

/** A tensor of ONNX Runtime as far as the profiler looks at it. */
export interface OrtTensor {
  readonly dims: readonly number[];
  readonly location: string;
  /** The elements; only for tensors whose location is `cpu`. */
  readonly data: ArrayBufferView | readonly string[];
}

/** Named tensors that go into a model or come out of it. */
export type OrtTensors = Readonly<Record<string, OrtTensor>>;

/** A loaded model. */
export interface OrtSession {
  run(...args: readonly unknown[]): Promise<OrtTensors>;
  release(): Promise<void>;
  /** Writes the file of a session that was made with `enableProfiling`. */
  endProfiling(): void;
}

/** The class `InferenceSession` of one copy of ONNX Runtime. */
export interface OrtSessionClass {
  create(...args: readonly unknown[]): Promise<OrtSession>;
  readonly prototype: OrtSession;
}

/** The two packages that hand out the class: the second has it from the first. */
const RUNTIME_PACKAGE = /(^|[\\/])onnxruntime-(common|node)([\\/]|$)/;

type Load = (this: unknown, request: unknown, ...rest: readonly unknown[]) => unknown;

/**
 * Calls back with the session class of each copy of ONNX Runtime, once or more: of those that are
 * loaded, at once, and of others when they are, by `require` or by `import`. Returns a function that
 * stops looking and leaves Node's loader as it was.
 */
export function whenRuntimeLoaded(callback: (sessions: OrtSessionClass) => void): () => void {
  let isLooking = true;
  const look = (exported: unknown): void => {
    const sessions = isLooking ? sessionClassOf(exported) : null;
    if (sessions) callback(sessions);
  };
  const original = Reflect.get(Module, '_load') as Load;
  const load: Load = function (this: unknown, request, ...rest) {
    const exported = Reflect.apply(original, this, [request, ...rest]);
    if (typeof request === 'string' && RUNTIME_PACKAGE.test(request)) look(exported);
    return exported;
  };
  const restore = replaceMethod(Module, '_load', load);
  for (const exported of loadedRuntimes()) look(exported);
  return () => {
    isLooking = false;
    restore();
  };
}

function loadedRuntimes(): unknown[] {
  const cache = Reflect.get(Module, '_cache') as Readonly<Record<string, { exports: unknown }>>;
  return Object.keys(cache)
    .filter(file => RUNTIME_PACKAGE.test(file))
    .map(file => cache[file].exports);
}

function sessionClassOf(exported: unknown): OrtSessionClass | null {
  if (typeof exported !== 'object' || exported === null) return null;
  const sessions: unknown = Reflect.get(exported, 'InferenceSession');
  return isSessionClass(sessions) ? sessions : null;
}

function isSessionClass(value: unknown): value is OrtSessionClass {
  if (typeof value !== 'function' || typeof Reflect.get(value, 'create') !== 'function') {
    return false;
  }
  const prototype: unknown = value.prototype;
  return typeof prototype === 'object' && prototype !== null && 'run' in prototype;
}
