import { isObject } from '../../base/isObject';

/** A tensor of ONNX Runtime as far as the profiler looks at it. */
export interface OrtTensor {
  readonly dims: readonly number[];
  /** Of its elements, such as `float32`. */
  readonly type: string;
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

/** Matches the two packages that hand out the class, and their files: the second has it from the first. */
export const RUNTIME_PACKAGE = /(^|[\\/])onnxruntime-(common|node)([\\/]|$)/;

/** The session class that a package exports, or null for what exports none. */
export function sessionClassOf(exported: object): OrtSessionClass | null {
  const sessions: unknown = Reflect.get(exported, 'InferenceSession');
  return isSessionClass(sessions) ? sessions : null;
}

function isSessionClass(value: unknown): value is OrtSessionClass {
  if (typeof value !== 'function' || typeof Reflect.get(value, 'create') !== 'function') {
    return false;
  }
  const prototype: unknown = value.prototype;
  return isObject(prototype) && 'run' in prototype;
}
