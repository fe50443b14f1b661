import { plural } from '../base/text';
import { CudaArgumentError } from './cudaErrors';
import { DeviceBuffer } from './deviceBuffer';
import type { KernelParameter, ParameterKind } from './kernelParameters';
import { type KernelValue, boolBytes, floatBytes, isKernelValue, wholeBytes } from './kernelValues';

/**
 * An argument of a kernel: a buffer or an address for a pointer, a number or a boolean for a parameter
 * known to be one, or a value with its type, such as `cuda.int32(3)`.
 */
export type KernelArgument = DeviceBuffer | bigint | number | boolean | KernelValue;

/** Known facts about a kernel's parameters. */
export interface KernelSignature {
  /** As errors call the kernel. */
  readonly name: string;
  /** Null where only the sizes are known, or not even these. */
  readonly parameters: readonly KernelParameter[] | null;
  /** As reported by the driver or read from the image; null if neither tells them. */
  readonly parameterBytes: readonly number[] | null;
}

/** Arguments as a launch takes them. */
export interface PackedArguments {
  readonly values: Uint8Array;
  /** The offset of each one in `values`. */
  readonly offsets: Uint32Array;
}

/** Every argument begins at a multiple of this: the widest type of C. */
const ALIGNMENT = 16;
const POINTER_MOST = (1n << 64n) - 1n;

/** Lays arguments out for a kernel. @throws CudaArgumentError for those that it does not take. */
export function packArguments(
  signature: KernelSignature,
  args: readonly KernelArgument[]
): PackedArguments {
  if (!Array.isArray(args)) {
    throw new CudaArgumentError(`The arguments of ${signature.name} are an array.`);
  }
  checkCount(signature, args.length);
  return packUsual(signature.parameters, args) ?? packAny(signature, args);
}

// hot
/** Arguments of the usual kinds, without a message; undefined if there is any other. */
function packUsual(
  parameters: readonly KernelParameter[] | null,
  args: readonly KernelArgument[]
): PackedArguments | undefined {
  if (parameters === null) return undefined;
  const view = new DataView(new ArrayBuffer(args.length * ALIGNMENT));
  const offsets = new Uint32Array(args.length);
  for (let index = 0; index < args.length; index++) {
    const at = index * ALIGNMENT;
    offsets[index] = at;
    if (!writeUsual(view, at, parameters[index].kind, args[index])) return undefined;
  }
  return { values: new Uint8Array(view.buffer), offsets };
}

// hot
/**
 * Writes a value of one of the usual kinds; false for others, and for values that a kind cannot hold.
 */
function writeUsual(view: DataView, at: number, kind: ParameterKind, value: unknown): boolean {
  if (value instanceof DeviceBuffer) {
    view.setBigUint64(at, value.address, true);
    return kind === 'pointer' || kind === 'word64';
  }
  if (typeof value !== 'number') return false;
  switch (kind) {
    case 'float32':
      view.setFloat32(at, value, true);
      return true;
    case 'float64':
      view.setFloat64(at, value, true);
      return true;
    case 'int32':
      view.setInt32(at, value, true);
      return value === (value | 0);
    case 'uint32':
      view.setUint32(at, value, true);
      return value === value >>> 0;
    case 'word32':
      view.setInt32(at, value, true);
      return value === (value | 0) || value === value >>> 0;
    default:
      return false;
  }
}

/** Arguments of any kinds, with an error for those that a kernel does not take. */
function packAny(signature: KernelSignature, args: readonly KernelArgument[]): PackedArguments {
  const parts = args.map((value, index) => argumentBytes(signature, value, index));
  const offsets = new Uint32Array(parts.length);
  let end = 0;
  parts.forEach((part, index) => {
    offsets[index] = end;
    end += Math.ceil(Math.max(part.length, 1) / ALIGNMENT) * ALIGNMENT;
  });
  const values = new Uint8Array(end);
  parts.forEach((part, index) => values.set(part, offsets[index]));
  return { values, offsets };
}

function checkCount({ name, parameters, parameterBytes }: KernelSignature, given: number): void {
  const count = parameters?.length ?? parameterBytes?.length ?? given;
  if (count === given) return;
  const types = parameters?.map(({ type }) => type).join(', ');
  throw new CudaArgumentError(
    `${name} takes ${plural(count, 'argument')}${types ? ` (${types})` : ''}, not ${given}.`
  );
}

function argumentBytes(signature: KernelSignature, value: unknown, index: number): Uint8Array {
  const { name, parameters, parameterBytes } = signature;
  const parameter = parameters?.[index];
  const what = `Argument ${index + 1} of ${name}${parameter ? ` (${parameter.type})` : ''}`;
  const bytes = parameter
    ? bytesFor(parameter, value, what)
    : bytesOfUnknown(value, `${what}, whose type is not known,`);
  const expected = parameter?.bytes ?? parameterBytes?.[index] ?? bytes.length;
  if (bytes.length === expected) return bytes;
  throw new CudaArgumentError(`${what} has ${plural(expected, 'byte')}, not ${bytes.length}.`);
}

function bytesFor({ kind }: KernelParameter, value: unknown, what: string): Uint8Array {
  if (isKernelValue(value)) return typedBytes(kind, value, what);
  if (value instanceof DeviceBuffer) return pointerBytes(kind, value.address, what);
  if (typeof value === 'bigint' && kind === 'pointer') return pointerBytes(kind, value, what);
  switch (kind) {
    case 'float32':
      return floatBytes(32, value, what);
    case 'float64':
      return floatBytes(64, value, what);
    case 'bool':
      return boolBytes(value, what);
    case 'pointer':
      throw new CudaArgumentError(
        `${what} is a pointer: it takes a buffer, or an address as a bigint, not ${kindOf(value)}.`
      );
    case 'bytes':
      throw new CudaArgumentError(
        `${what} is a struct: it takes cuda.bytes(…), not ${kindOf(value)}.`
      );
    default:
      return wholeFor(kind, value, what);
  }
}

function wholeFor(
  kind: Exclude<ParameterKind, 'float32' | 'float64' | 'bool' | 'pointer' | 'bytes'>,
  value: unknown,
  what: string
): Uint8Array {
  const bits = Number(/\d+$/.exec(kind)?.[0]);
  if (kind === 'word64' && typeof value === 'number') {
    throw new CudaArgumentError(
      `${what} may be a pointer: it takes a buffer, a bigint, cuda.int64(…) or cuda.uint64(…), not a ` +
        'plain number.'
    );
  }
  const isSigned = !kind.startsWith('u');
  const isUnsigned = !kind.startsWith('int');
  const least = isSigned ? -(1n << BigInt(bits - 1)) : 0n;
  const most = (1n << BigInt(isUnsigned ? bits : bits - 1)) - 1n;
  return wholeBytes(bits, value, { least, most, what });
}

/** A value with a type: whole numbers go for whole numbers, floating ones for floating ones. */
function typedBytes(
  kind: ParameterKind,
  { kind: given, data }: KernelValue,
  what: string
): Uint8Array {
  const fits =
    given === 'bytes' ||
    given === kind ||
    (isWhole(given) && (isWhole(kind) || kind === 'pointer')) ||
    (isWhole(given) && kind === 'bool');
  if (fits) return data;
  throw new CudaArgumentError(`${what} does not take cuda.${given}(…).`);
}

function isWhole(kind: string): boolean {
  return /^(u?int|word)\d+$/.test(kind);
}

function pointerBytes(kind: ParameterKind, address: bigint, what: string): Uint8Array {
  if (kind !== 'pointer' && !/64$/.test(kind)) {
    throw new CudaArgumentError(`${what} is not a pointer: it does not take a buffer.`);
  }
  if (kind === 'float64') throw new CudaArgumentError(`${what} is not a pointer.`);
  return wholeBytes(64, address, { least: 0n, most: POINTER_MOST, what });
}

function bytesOfUnknown(value: unknown, what: string): Uint8Array {
  if (isKernelValue(value)) return value.data;
  if (value instanceof DeviceBuffer) return pointerBytes('pointer', value.address, what);
  if (typeof value === 'bigint') return pointerBytes('pointer', value, what);
  throw new CudaArgumentError(
    `${what} takes a buffer, an address as a bigint, or a value with its type, such as ` +
      `cuda.int32(3) or cuda.float32(0.5), not ${kindOf(value)}.`
  );
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return `the number ${value}`;
  return value === null ? 'null' : typeof value;
}
