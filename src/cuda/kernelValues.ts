import { CudaArgumentError } from './cudaErrors';

/** Whole numbers of C, by their bits. */
export type WholeKind =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64';

/** Numbers of C, by which values of kernels are given. */
export type KernelNumberKind = WholeKind | 'float32' | 'float64' | 'bool' | 'bytes';

/** A value for a kernel together with its type in C: what `cuda.int32(…)` and its like give. */
export interface KernelValue {
  /** The name of its type: `float32` for C's `float`. */
  readonly kind: KernelNumberKind;
  /** The value as it is in memory. */
  readonly data: Uint8Array;
}

class TypedValue implements KernelValue {
  constructor(
    readonly kind: KernelNumberKind,
    readonly data: Uint8Array
  ) {}
}

/** True if a value is one of {@link kernelValues}. */
export function isKernelValue(value: unknown): value is KernelValue {
  return value instanceof TypedValue;
}

/** Values of kernels by their types in C. */
export interface KernelValues {
  /** `signed char`. */
  readonly int8: (value: number) => KernelValue;
  /** `unsigned char`. */
  readonly uint8: (value: number) => KernelValue;
  /** `short`. */
  readonly int16: (value: number) => KernelValue;
  /** `unsigned short`. */
  readonly uint16: (value: number) => KernelValue;
  /** `int`. */
  readonly int32: (value: number) => KernelValue;
  /** `unsigned int`. */
  readonly uint32: (value: number) => KernelValue;
  /** `long long`, and `long` of Linux. */
  readonly int64: (value: number | bigint) => KernelValue;
  /** `unsigned long long`, `size_t`. */
  readonly uint64: (value: number | bigint) => KernelValue;
  /** `float`. */
  readonly float32: (value: number) => KernelValue;
  /** `double`. */
  readonly float64: (value: number) => KernelValue;
  /** `bool`. */
  readonly bool: (value: boolean) => KernelValue;
  /** A struct, as its bytes are in memory. */
  readonly bytes: (value: ArrayBufferView | ArrayBuffer) => KernelValue;
}

/** See {@link KernelValues}. */
export const kernelValues: KernelValues = {
  int8: value => whole('int8', value),
  uint8: value => whole('uint8', value),
  int16: value => whole('int16', value),
  uint16: value => whole('uint16', value),
  int32: value => whole('int32', value),
  uint32: value => whole('uint32', value),
  int64: value => whole('int64', value),
  uint64: value => whole('uint64', value),
  float32: value => new TypedValue('float32', floatBytes(32, value)),
  float64: value => new TypedValue('float64', floatBytes(64, value)),
  bool: value => new TypedValue('bool', boolBytes(value)),
  bytes: value => new TypedValue('bytes', copyOf(value))
};

function whole(kind: WholeKind, value: unknown): KernelValue {
  const bits = Number(/\d+$/.exec(kind)?.[0]);
  const least = kind.startsWith('u') ? 0n : -(1n << BigInt(bits - 1));
  const most = (1n << BigInt(kind.startsWith('u') ? bits : bits - 1)) - 1n;
  return new TypedValue(kind, wholeBytes(bits, value, { least, most, what: `cuda.${kind}` }));
}

/** The bounds of an integer. */
export interface WholeBounds {
  readonly least: bigint;
  readonly most: bigint;
  /** The name used in errors. */
  readonly what: string;
}

/**
 * An integer as it is in memory. @throws CudaArgumentError for anything but an integer within bounds.
 */
export function wholeBytes(
  bits: number,
  value: unknown,
  { least, most, what }: WholeBounds
): Uint8Array {
  const isWhole =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (!isWhole || BigInt(value) < least || BigInt(value) > most) {
    throw new CudaArgumentError(
      `${what} takes a whole number from ${least} to ${most}, not ${said(value)}.`
    );
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, BigInt.asIntN(64, BigInt(value)), true);
  return new Uint8Array(view.buffer, 0, bits / 8);
}

/** A number as C's `float` or `double` is in memory. @throws CudaArgumentError for anything else. */
export function floatBytes(bits: 32 | 64, value: unknown, what = `cuda.float${bits}`): Uint8Array {
  if (typeof value !== 'number') {
    throw new CudaArgumentError(`${what} takes a number, not ${said(value)}.`);
  }
  return new Uint8Array(
    (bits === 32 ? new Float32Array([value]) : new Float64Array([value])).buffer
  );
}

/** C's `bool`. @throws CudaArgumentError for anything else. */
export function boolBytes(value: unknown, what = 'cuda.bool'): Uint8Array {
  if (typeof value !== 'boolean') {
    throw new CudaArgumentError(`${what} takes true or false, not ${said(value)}.`);
  }
  return Uint8Array.of(value ? 1 : 0);
}

function copyOf(value: unknown): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
  }
  throw new CudaArgumentError(
    `cuda.bytes takes a typed array or an ArrayBuffer, not ${said(value)}.`
  );
}

function said(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'bigint' ? `${value}n` : typeof value;
}
