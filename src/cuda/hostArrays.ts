import { CudaArgumentError } from './cudaErrors';

/** Typed arrays, of which Buffer is one. */
export type HostArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** Bytes of the host that are copied to a device. */
export type HostData = HostArray | DataView | ArrayBuffer;

/** `Float32Array` and its like. */
export interface HostArrayType<A extends HostArray> {
  /** Bytes of one element. */
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): A;
}

/** True for bytes of the host. */
function isHostData(value: unknown): value is HostData {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** The same, or an error that lists the accepted types. @throws CudaArgumentError */
export function checkedHostData(value: unknown): HostData {
  if (!isHostData(value)) {
    throw new CudaArgumentError(
      `What is copied is a typed array, a DataView or an ArrayBuffer, not ${typeof value}.`
    );
  }
  return value;
}

/** A typed array to copy into, from a typed array or from its type and a number of bytes. */
export function targetFor<A extends HostArray>(target: A | HostArrayType<A>, bytes: number): A {
  if (typeof target !== 'function') return checkedTarget(target);
  checkWholeElements(target, bytes);
  return new target(new ArrayBuffer(bytes));
}

/** @throws CudaArgumentError unless the bytes are a number of elements of a type of typed arrays. */
export function checkWholeElements<A extends HostArray>(
  type: HostArrayType<A>,
  bytes: number
): void {
  const size: unknown = type.BYTES_PER_ELEMENT;
  if (typeof size !== 'number') throw noTarget();
  if (bytes % size === 0) return;
  throw new CudaArgumentError(
    `${bytes} bytes are not a whole number of elements of ${size} bytes: give an array to copy into.`
  );
}

/** An array to copy into, or an error that lists the accepted types. @throws CudaArgumentError */
export function checkedTarget<A extends HostArray>(target: A): A {
  if (ArrayBuffer.isView(target) && !(target instanceof DataView)) return target;
  throw noTarget();
}

function noTarget(): CudaArgumentError {
  return new CudaArgumentError(
    'Copies go into a typed array, or into a new one of the type that is given, such as Float32Array.'
  );
}
