/** The parts of TensorFlow.js' engine (4.x) that the profiler touches. */
export interface TfjsEngine {
  runKernelFunc: (this: TfjsEngine, kernel: TfjsKernelCall) => unknown;
  readonly state: {
    /** Bytes of all live tensors. */
    readonly numBytes: number;
    readonly activeScope?: { readonly name: string } | null;
  };
  readonly backendName?: string | null;
}

/** What the engine is told to run; without a name it is the body of a custom gradient. */
export interface TfjsKernelCall {
  readonly kernelName?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

const GLOBAL_NAME = '_tfengine';

/** True for what looks like an engine of a known version. */
function isEngine(value: unknown): value is TfjsEngine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'runKernelFunc' in value &&
    typeof value.runKernelFunc === 'function' &&
    'state' in value
  );
}

/**
 * Calls back with the engine that all copies of TensorFlow.js in `scope` share: at once when it is
 * there, else when the first copy is loaded. Until then a hidden setter waits in its place; it puts
 * the plain property there as TensorFlow.js does. Returns a function that stops waiting.
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
  Object.defineProperty(scope, GLOBAL_NAME, { get: () => undefined, set, configurable: true });
  return () => {
    if (Object.getOwnPropertyDescriptor(scope, GLOBAL_NAME)?.set === set) {
      Reflect.deleteProperty(scope, GLOBAL_NAME);
    }
  };
}

/**
 * Puts `replacement` before the engine's own `runKernelFunc`. Returns a function that restores the
 * engine exactly; it leaves the engine alone when somebody else has replaced the method since.
 */
export function overrideRunKernel(
  engine: TfjsEngine,
  replacement: TfjsEngine['runKernelFunc']
): () => void {
  const name = 'runKernelFunc';
  const before = Object.getOwnPropertyDescriptor(engine, name);
  Object.defineProperty(engine, name, {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true
  });
  return () => {
    if (Object.getOwnPropertyDescriptor(engine, name)?.value !== replacement) return;
    if (before) Object.defineProperty(engine, name, before);
    else Reflect.deleteProperty(engine, name);
  };
}
