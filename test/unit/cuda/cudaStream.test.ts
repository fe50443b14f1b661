import { describe, expect, it } from 'vitest';
import type { Cuda } from '../../../src/cuda/cuda';
import { CudaArgumentError, CudaError } from '../../../src/cuda/cudaErrors';
import type { CudaAddon } from '../../../src/native/cudaAddon';
import { SAXPY, standInCuda } from './standInCuda';

const launch = (cuda: Cuda, stream: unknown): void =>
  cuda.launch(cuda.load(SAXPY).fn('saxpy'), 1, 1, [1, 0n, 1], { stream: stream as never });

describe('anything that is not a stream', () => {
  it.each<[string, (cuda: Cuda, stream: never) => unknown]>([
    ['a launch', launch],
    ['the record of an event', (cuda, stream) => cuda.event().record(stream)],
    ['the launch of a graph', (cuda, stream) => captured(cuda).launch(stream)],
    ['an upload', (cuda, stream) => cuda.alloc(4).upload(new Uint8Array(4), { stream })],
    ['a download', (cuda, stream) => cuda.alloc(4).download(Uint8Array, { stream })],
    ['a fill', (cuda, stream) => cuda.alloc(4).fill(0, { stream })],
    ['a copy', (cuda, stream) => cuda.alloc(4).copyTo(cuda.alloc(4), { stream })]
  ])('is refused by %s, which does nothing', (_, use) => {
    const { cuda, called } = standInCuda();
    for (const [value, said] of [
      [7, '7'],
      ['x', 'x'],
      [null, 'null'],
      [{}, 'an object'],
      [cuda.event(), 'a CudaEvent']
    ] as const) {
      expect(() => use(cuda, value as never)).toThrow(CudaArgumentError);
      expect(() => use(cuda, value as never)).toThrow(
        `A stream is what cuda.stream() gives, not ${said}.`
      );
    }
    expect(called.filter(call => call !== 'beginCapture')).toEqual([]);
  });

  it('is refused by an asynchronous download', async () => {
    const download = standInCuda()
      .cuda.alloc(4)
      .downloadAsync(Uint8Array, { stream: 7 as never });
    await expect(download).rejects.toThrow('A stream is what cuda.stream() gives, not 7.');
  });
});

it.each([undefined, null, {}, new DataView(new ArrayBuffer(4))])(
  'downloads into no %s',
  async target => {
    const buffer = standInCuda().cuda.alloc(4);
    const message = 'Copies go into a typed array, or into a new one of the type that is given';
    expect(() => buffer.download(target as never)).toThrow(message);
    await expect(buffer.downloadAsync(target as never)).rejects.toThrow(message);
  }
);

describe('anything that is not an event', () => {
  it.each([[3], ['x'], [undefined], [null]])('is refused where %s is given', value => {
    const { cuda, called } = standInCuda();
    const message = `An event is what cuda.event() gives, not ${String(value)}.`;
    for (const use of [
      () => cuda.stream().waitFor(value as never),
      () => cuda.event().elapsedMs(value as never)
    ]) {
      expect(use).toThrow(CudaArgumentError);
      expect(use).toThrow(message);
    }
    expect(called).toEqual([]);
  });

  it('may be a stream, which is refused', () => {
    const { cuda } = standInCuda();
    expect(() => cuda.event().elapsedMs(cuda.stream() as never)).toThrow('not a CudaStream.');
  });
});

it('takes streams and events of its own', () => {
  const { cuda, called } = standInCuda();
  const [stream, event] = [cuda.stream(), cuda.event()];
  event.record(stream);
  event.record();
  stream.waitFor(event);
  launch(cuda, stream);
  launch(cuda, undefined);
  expect(called).toEqual(['recordEvent', 'recordEvent', 'waitForEvent', 'launch', 'launch']);
  expect(cuda.event().elapsedMs(event)).toBe(1.5);
});

describe('the time between events', () => {
  const errorFor = (code: number, codeName: string): unknown => {
    const elapsedMs: CudaAddon['elapsedMs'] = () => {
      throw Object.assign(new Error(codeName), {
        ...{ code: 'CUDA_FAILED', call: 'cuEventElapsedTime', status: code },
        ...{ statusName: codeName, description: '' }
      });
    };
    const { cuda } = standInCuda({ elapsedMs });
    try {
      return cuda.event().elapsedMs(cuda.event());
    } catch (error) {
      return error;
    }
  };

  it('takes that both were recorded, as its error says', () => {
    const error = errorFor(400, 'CUDA_ERROR_INVALID_HANDLE');
    expect(error).toBeInstanceOf(CudaError);
    expect((error as Error).message).toBe(
      'cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400). Both events have to be recorded first, ' +
        'by event.record(stream).'
    );
  });

  it('takes that both were reached, as its error says', () => {
    expect((errorFor(600, 'CUDA_ERROR_NOT_READY') as Error).message).toContain(
      'await event.synchronize()'
    );
  });
});

function captured(cuda: Cuda) {
  return cuda.capture(cuda.stream(), () => undefined);
}
