import { describe, expect, it } from 'vitest';
import { runWithFake } from '../support/fakeCuda/runWithFake';
import { PRELUDE } from './cudaKernels';

const run = <T>(script: string): T => runWithFake<T>(`${PRELUDE}${script}`);

describe('memory', () => {
  it('is copied to and from devices, in parts and between buffers', () => {
    const result = run<Record<string, unknown>>(`
      const a = cuda.buffer(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
      const b = cuda.alloc(8);
      b.fill(9);
      a.copyTo(b, { offset: 2, targetOffset: 1, bytes: 3 });
      b.upload(Uint8Array.of(42), { offset: 7 });
      const view = new Uint8Array(4);
      finish({
        whole: Array.from(b.download(Uint8Array)),
        part: Array.from(b.download(view, { offset: 4 })),
        isSame: b.download(view) === view,
        later: Array.from(await b.downloadAsync(Uint16Array, { offset: 6 })),
        into: Array.from(await b.downloadAsync(new Uint8Array(2), { offset: 1 })),
        fromView: Array.from(cuda.buffer(new DataView(Uint8Array.of(1, 2, 3).buffer, 1)).download(Uint8Array)),
        fromBuffer: cuda.buffer(Buffer.from('text')).download(Buffer.alloc(4)).toString(),
        empty: a.download(Uint8Array, { offset: 8 }).length,
        address: typeof a.address, size: a.sizeBytes, device: a.device
      });`);
    expect(result).toEqual({
      whole: [9, 3, 4, 5, 9, 9, 9, 42],
      part: [9, 9, 9, 42],
      isSame: true,
      later: [9 + 42 * 256],
      into: [3, 4],
      fromView: [2, 3],
      fromBuffer: 'text',
      empty: 0,
      address: 'bigint',
      size: 8,
      device: 0
    });
  });

  it('takes only sizes and places that there are', () => {
    const errors = run<string[]>(`
      const a = cuda.alloc(8);
      const taken = new Uint8Array(8);
      const pending = errorLater(() => a.downloadAsync(taken));
      structuredClone(taken.buffer, { transfer: [taken.buffer] });
      finish([
        errorOf(() => cuda.alloc(0)), errorOf(() => cuda.alloc(1.5)), errorOf(() => cuda.alloc(1e15)),
        errorOf(() => cuda.alloc('8')), errorOf(() => cuda.buffer([1, 2])), errorOf(() => cuda.pinned(2 ** 50)),
        errorOf(() => a.upload(new Uint8Array(9))), errorOf(() => a.upload(new Uint8Array(4), { offset: 5 })),
        errorOf(() => a.download(Uint8Array, { offset: 9 })), errorOf(() => a.download(Uint32Array, { offset: 2 })),
        errorOf(() => a.download([])), errorOf(() => a.download(new Uint8Array(9))),
        errorOf(() => a.fill(256)), errorOf(() => a.fill(0, { bytes: 9 })),
        errorOf(() => a.copyTo({})), errorOf(() => a.copyTo(a, { targetOffset: 4 })),
        await pending
      ]);`);
    expect(errors.filter(text => !text.startsWith('CudaArgumentError: '))).toEqual([]);
    expect(errors[2]).toContain('from 1 to 150754820096, not 1000000000000000');
    expect(errors[7]).toContain(
      'from byte 5 of a buffer of 8 is a whole number from 0 to 3, not 4'
    );
    expect(errors[16]).toContain('taken away while it was copied to');
  });

  it('that is pinned is an ArrayBuffer, which is empty once it is disposed of', () => {
    const result = run<unknown[]>(`
      const memory = cuda.pinned(16);
      const floats = new Float32Array(memory.buffer);
      floats.set([1, 2, 3, 4]);
      const a = cuda.alloc(16);
      const stream = cuda.stream();
      a.upload(floats, { stream });
      await stream.synchronize();
      floats.fill(0);
      const isSame = (await a.downloadAsync(floats)) === floats;
      const copy = Array.from(floats);
      memory.dispose();
      memory.dispose();
      finish([memory.sizeBytes, isSame, copy, floats.length, memory.isDisposed, errorOf(() => memory.buffer)]);`);
    expect(result).toEqual([
      16,
      true,
      [1, 2, 3, 4],
      0,
      true,
      'CudaDisposedError: This pinned memory was disposed of: make a new one.'
    ]);
  });
});
