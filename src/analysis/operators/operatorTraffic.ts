import type { Shape } from '../../model/profile/operatorFacts';
import { elementsOf } from './products';

/** The tensors that one operator read and wrote. */
export interface TensorFacts {
  readonly inputs: readonly Shape[];
  readonly outputs: readonly Shape[];
  /** Types of the elements, one for each shape; empty for anything but a tensor. */
  readonly inputTypes: readonly string[];
  readonly outputTypes: readonly string[];
}

/** Operators of TensorFlow.js and ONNX that only change the shape of data and leave it in place. */
const VIEWS: ReadonlySet<string> = new Set([
  'Reshape',
  'ExpandDims',
  'Identity',
  'Flatten',
  'Squeeze',
  'Unsqueeze'
]);

/** Operators of ONNX that look at the shape of their input alone. */
const OF_SHAPES: ReadonlySet<string> = new Set(['Shape', 'Size']);

/**
 * Bytes that a run of an operator reads and writes: its inputs and its results, each once, by shape
 * and size of an element; caches are not looked at. Nothing for an operator whose results are views.
 * `null` where the size of a tensor is unknown, as with texts.
 */
export function operatorTraffic(type: string, facts: TensorFacts): number | null {
  if (VIEWS.has(type)) return 0;
  const written = bytesOf(facts.outputs, facts.outputTypes);
  const read = OF_SHAPES.has(type) ? 0 : bytesOf(facts.inputs, facts.inputTypes);
  return written === null || read === null ? null : written + read;
}

/** Bytes of tensors; anything but a tensor has an empty type and takes none. */
export function bytesOf(shapes: readonly Shape[], types: readonly string[]): number | null {
  if (shapes.length !== types.length) return null;
  let bytes = 0;
  for (const [at, shape] of shapes.entries()) {
    const size = types[at] === '' ? 0 : elementBytes(types[at]);
    if (size === null) return null;
    bytes += Math.ceil(size * elementsOf(shape));
  }
  return Number.isFinite(bytes) ? bytes : null;
}

/** Rates of a run, from its operations, its bytes and its duration. */
export interface OperatorRates {
  /** Floating-point operations a second. */
  readonly flopsPerSecond: number | null;
  /** Bytes a second. */
  readonly bandwidth: number | null;
  /** Floating-point operations a byte. */
  readonly intensity: number | null;
}

/** The rates of a run; `null` if an input is unknown, or the divisor is zero. */
export function operatorRates(run: {
  readonly durationNs: number;
  readonly flops: number | null;
  readonly bytes: number | null;
}): OperatorRates {
  const { durationNs, flops, bytes } = run;
  const perSecond = (amount: number | null) => quotient(amount, durationNs / 1e9);
  return {
    flopsPerSecond: perSecond(flops),
    bandwidth: perSecond(bytes),
    intensity: quotient(flops, bytes)
  };
}

function quotient(amount: number | null, by: number | null): number | null {
  return amount === null || by === null || by <= 0 ? null : amount / by;
}

/** Bytes of one element by the names that libraries give to types. */
const BYTES: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.5, 'int4 uint4'],
      [1, 'bool int8 uint8 byte char float8e4m3fn float8e5m2 float8e4m3fnuz float8e5m2fnuz'],
      [2, 'int16 uint16 short half float16 bfloat16'],
      [4, 'int32 uint32 int float float32'],
      [8, 'int64 uint64 long double float64 complex64'],
      [16, 'complex128']
    ] as const
  ).flatMap(([bytes, names]) => names.split(' ').map(name => [name, bytes] as const))
);

/** C++ types as traces of ATen's operators have them. */
const CPP_TYPES: ReadonlyMap<string, string> = new Map([
  ['long int', 'long'],
  ['short int', 'short'],
  ['signed char', 'char'],
  ['unsigned char', 'byte'],
  ['c10::half', 'half'],
  ['c10::bfloat16', 'bfloat16'],
  ['c10::complex<float>', 'complex64'],
  ['c10::complex<double>', 'complex128']
]);

/**
 * Bytes that an element of a tensor takes by the name of its type, as TensorFlow.js, ONNX Runtime
 * and traces of others (`Float32`, `c10::Half`) write it. `null` for types whose elements
 * differ in size, such as texts, and for unknown ones.
 */
export function elementBytes(type: string): number | null {
  const name = type.toLowerCase();
  return BYTES.get(CPP_TYPES.get(name) ?? name) ?? null;
}
