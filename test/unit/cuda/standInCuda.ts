import { type Cuda, createCuda } from '../../../src/cuda/cuda';
import type { CudaDeps } from '../../../src/cuda/cudaRuntime';
import type { CudaAddon, CudaDeviceNumbers } from '../../../src/native/cudaAddon';

const FACTS: Partial<CudaDeviceNumbers> = {
  ...{ name: 'GPU', memoryBytes: 1e6, computeMajor: 9, computeMinor: 0 },
  ...{ maxThreadsPerBlock: 1024, maxBlockX: 1024, maxBlockY: 1024, maxBlockZ: 64 },
  ...{ maxGridX: 65_535, maxGridY: 65_535, maxGridZ: 65_535 },
  ...{ sharedBytesPerBlock: 49_152, sharedBytesPerBlockOnRequest: 49_152 }
};

/** PTX of a kernel `saxpy` of a float, a buffer and a whole number. */
export const SAXPY = `
.visible .entry saxpy(
  .param .f32 saxpy_param_0,
  .param .u64 .ptr saxpy_param_1,
  .param .u32 saxpy_param_2
) { ret; }`;

/** `cuda` over an addon whose calls all do well, but for those of `more`; each call is in `called`. */
export function standInCuda(more: Partial<CudaAddon> = {}): { cuda: Cuda; called: string[] } {
  const called: string[] = [];
  let ids = 0;
  const noted =
    <T>(name: string, give: () => T) =>
    (): T => {
      called.push(name);
      return give();
    };
  const addon: Partial<CudaAddon> = {
    start: () => ({ state: 'ready', devices: 1, status: 0, statusName: 'CUDA_SUCCESS' }),
    deviceFacts: () => FACTS as CudaDeviceNumbers,
    allocate: () => ({ id: ++ids, address: 0x7f0000001000n }),
    allocatePinned: (_device, bytes) => ({ id: ++ids, buffer: new ArrayBuffer(bytes) }),
    createStream: () => ++ids,
    createEvent: () => ++ids,
    loadModule: () => ++ids,
    getFunction: () => ({
      ...{ id: ++ids, maxThreadsPerBlock: 1024, registers: 8, sharedBytes: 0, localBytes: 0 },
      parameterBytes: null
    }),
    compilerFacts: noted('compilerFacts', () => ({ error: 'not there' }) as never),
    beginCapture: noted('beginCapture', () => undefined),
    endCapture: () => ({ id: ++ids, nodes: 2 }),
    abandonCapture: () => undefined,
    detach: () => undefined,
    release: () => undefined,
    launch: noted('launch', () => undefined),
    recordEvent: noted('recordEvent', () => undefined),
    waitForEvent: noted('waitForEvent', () => undefined),
    upload: noted('upload', () => undefined),
    download: noted('download', () => undefined),
    copy: noted('copy', () => undefined),
    fill: noted('fill', () => undefined),
    launchGraph: noted('launchGraph', () => undefined),
    elapsedMs: () => 1.5,
    ...more
  };
  const parts = { cuda: addon } as unknown as CudaDeps;
  return { cuda: createCuda(() => parts), called };
}
