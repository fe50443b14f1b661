import { checkOptions } from './checkOptions';
import { CudaArgumentError } from './cudaErrors';
import { CudaResource, idOf, shownAddress } from './cudaResource';
import { type CudaRuntime, checkedCount } from './cudaRuntime';
import { type CudaStream, streamIdOf } from './cudaStream';
import {
  type HostArray,
  type HostArrayType,
  type HostData,
  checkWholeElements,
  checkedHostData,
  checkedTarget,
  targetFor
} from './hostArrays';

/** The place in a buffer and the order of an operation on it. */
export interface BufferOptions {
  /** Bytes from the beginning of the buffer. Default 0. */
  readonly offset?: number;
  /** After the work of that stream; without one, after all work of the device. */
  readonly stream?: CudaStream;
}

/** Settings of {@link DeviceBuffer.fill}. */
export interface FillOptions extends BufferOptions {
  /** Number of bytes; by default all from the offset. */
  readonly bytes?: number;
}

/** Settings of {@link DeviceBuffer.copyTo}; `offset` is that of this buffer. */
export interface CopyOptions extends FillOptions {
  /** Bytes from the beginning of the other buffer. Default 0. */
  readonly targetOffset?: number;
}

const BUFFER_OPTIONS = ['offset', 'stream'];
const FILL_OPTIONS = [...BUFFER_OPTIONS, 'bytes'];
const COPY_OPTIONS = [...FILL_OPTIONS, 'targetOffset'];

/** Memory of a device. */
export class DeviceBuffer extends CudaResource {
  protected override readonly what = 'buffer';
  readonly #address: bigint;

  /** Implements `cuda.alloc`. */
  constructor(
    runtime: CudaRuntime,
    memory: { readonly id: number; readonly address: bigint },
    /** Its size, in bytes. */
    readonly sizeBytes: number,
    device: number
  ) {
    super(runtime, memory.id, device);
    this.#address = memory.address;
  }

  /** Its start address, as kernels and other libraries see it. @throws CudaDisposedError */
  get address(): bigint {
    idOf(this);
    return this.#address;
  }

  /**
   * Copies bytes of the host into the buffer. Without a stream it waits for the copy; with one, bytes
   * that are not pinned may be changed as soon as it returns, pinned ones once the stream is done.
   *
   * @throws CudaArgumentError for bytes that do not fit.
   */
  upload(data: HostData, options: BufferOptions = {}): void {
    checkOptions('upload', options, BUFFER_OPTIONS);
    const { offset = 0, stream } = options;
    const runtime = this.runtime;
    const { byteLength } = checkedHostData(data);
    this.#checkRange(offset, byteLength, 'upload');
    const pinned = pinnedOf(runtime, data);
    const streamId = streamIdOf(runtime, stream);
    runtime.call(cuda => cuda.upload(idOf(this), offset, data, streamId, pinned));
  }

  /**
   * Copies the buffer into a typed array, as many bytes as that has, or into a new one of the type that
   * is given, all from the offset. Waits until the copy is done.
   *
   * @throws CudaArgumentError where the buffer has not so many bytes.
   */
  download<A extends HostArray>(target: A | HostArrayType<A>, options: BufferOptions = {}): A {
    checkOptions('download', options, BUFFER_OPTIONS);
    const { offset = 0, stream } = options;
    this.#checkRange(offset, 0, 'download');
    const array = targetFor(target, this.sizeBytes - offset);
    this.#checkRange(offset, array.byteLength, 'download');
    const streamId = streamIdOf(this.runtime, stream);
    this.runtime.call(cuda => cuda.download(idOf(this), offset, array, streamId));
    return array;
  }

  /** Copies the buffer as `download` does, on another thread: JavaScript goes on until the copy is done. */
  async downloadAsync<A extends HostArray>(
    target: A | HostArrayType<A>,
    options: BufferOptions = {}
  ): Promise<A> {
    checkOptions('downloadAsync', options, BUFFER_OPTIONS);
    const { offset = 0, stream } = options;
    this.#checkRange(offset, 0, 'download');
    const bytes =
      typeof target === 'function' ? this.sizeBytes - offset : checkedTarget(target).byteLength;
    this.#checkRange(offset, bytes, 'download');
    const streamId = streamIdOf(this.runtime, stream);
    return typeof target === 'function'
      ? this.#downloadNew(target, { offset, bytes, streamId })
      : this.#downloadInto(target, offset, streamId);
  }

  /** Copies this buffer, or a part of it, into another one, maybe of another device. */
  copyTo(target: DeviceBuffer, options: CopyOptions = {}): void {
    if (!(target instanceof DeviceBuffer)) {
      throw new CudaArgumentError('copyTo copies into a buffer of cuda.alloc or cuda.buffer.');
    }
    checkOptions('copyTo', options, COPY_OPTIONS);
    const { offset = 0, targetOffset = 0, stream } = options;
    this.#checkRange(offset, 0, 'copyTo');
    const { bytes = this.sizeBytes - offset } = options;
    this.#checkRange(offset, bytes, 'copyTo');
    target.#checkRange(targetOffset, bytes, 'copyTo');
    const streamId = streamIdOf(this.runtime, stream);
    this.runtime.call(cuda =>
      cuda.copy(idOf(this), offset, idOf(target), targetOffset, bytes, streamId)
    );
  }

  /** Sets every byte, or those of a part, to a value from 0 to 255. */
  fill(byte: number, options: FillOptions = {}): void {
    checkOptions('fill', options, FILL_OPTIONS);
    const { offset = 0, stream } = options;
    const value = checkedCount('The byte to fill with', byte, 0, 255);
    this.#checkRange(offset, 0, 'fill');
    const { bytes = this.sizeBytes - offset } = options;
    this.#checkRange(offset, bytes, 'fill');
    const streamId = streamIdOf(this.runtime, stream);
    if (bytes === 0) return;
    this.runtime.call(cuda => cuda.fill(idOf(this), offset, bytes, value, streamId));
  }

  protected override facts(): object {
    return { sizeBytes: this.sizeBytes, address: shownAddress(this.#address) };
  }

  async #downloadNew<A extends HostArray>(
    type: HostArrayType<A>,
    { offset, bytes, streamId }: { offset: number; bytes: number; streamId: number }
  ): Promise<A> {
    checkWholeElements(type, bytes);
    if (bytes === 0) return new type(new ArrayBuffer(0));
    const buffer = await this.runtime.later(cuda =>
      cuda.downloadLater(idOf(this), offset, bytes, streamId, 0)
    );
    return new type(buffer);
  }

  async #downloadInto<A extends HostArray>(
    target: A,
    offset: number,
    streamId: number
  ): Promise<A> {
    const runtime = this.runtime;
    const pinned = pinnedOf(runtime, target);
    const { byteLength, byteOffset } = target;
    if (byteLength === 0) return target;
    if (pinned !== 0) {
      await runtime.later(cuda => cuda.downloadLater(idOf(this), offset, target, streamId, pinned));
      return target;
    }
    const buffer = await runtime.later(cuda =>
      cuda.downloadLater(idOf(this), offset, byteLength, streamId, 0)
    );
    if (target.byteLength !== byteLength) {
      throw new CudaArgumentError('The array to copy into was taken away while it was copied to.');
    }
    new Uint8Array(target.buffer, byteOffset, byteLength).set(new Uint8Array(buffer));
    return target;
  }

  #checkRange(offset: number, bytes: number, call: string): void {
    const most = this.sizeBytes;
    checkedCount(`${call}: the offset in a buffer of ${most} bytes`, offset, 0, most);
    checkedCount(
      `${call}: the number of bytes from byte ${offset} of a buffer of ${most}`,
      bytes,
      0,
      most - offset
    );
  }
}

/** The number of the pinned memory that contains the bytes; 0 for other memory. */
function pinnedOf(runtime: CudaRuntime, data: HostData): number {
  const buffer = data instanceof ArrayBuffer ? data : data.buffer;
  return runtime.pinned.get(buffer) ?? 0;
}
