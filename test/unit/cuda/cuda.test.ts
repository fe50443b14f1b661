import { beforeEach, describe, expect, it } from 'vitest';
import { type Cuda, createCuda } from '../../../src/cuda/cuda';
import { CudaError, CudaUnavailableError } from '../../../src/cuda/cudaErrors';
import type { CudaDeps } from '../../../src/cuda/cudaRuntime';
import type { CudaAddon, CudaStart } from '../../../src/native/cudaAddon';
import type { GpuStatus } from '../../../src/native/gpuAddon';

const NONE = { path: null, error: 'not there', version: 0 };
const STATUS: GpuStatus = {
  state: 'no-cupti',
  failure: null,
  driver: { path: '/libcuda.so.1', error: null, version: 13_000 },
  cupti: NONE,
  nvml: NONE,
  nvrtc: NONE,
  devices: []
};
const FACTS = { name: 'GPU', memoryBytes: 1000, computeMajor: 9, computeMinor: 0 };

let loads: number;
let start: CudaStart;
let addon: Partial<CudaAddon>;
let nvtx: string[];
let asked: number[];
let cuda: Cuda;

beforeEach(() => {
  loads = 0;
  nvtx = [];
  asked = [];
  start = { state: 'ready', devices: 1, status: 0, statusName: 'CUDA_SUCCESS' };
  addon = {
    start: () => start,
    deviceFacts: device => {
      asked.push(device);
      return FACTS as ReturnType<CudaAddon['deviceFacts']>;
    },
    reset: () => undefined,
    allocate: () => ({ id: 1, address: 4096n }),
    release: () => undefined
  };
  const parts = {
    cuda: addon as CudaAddon,
    gpu: { status: () => STATUS },
    nvtx: {
      attach: (library: string) => void nvtx.push(`attach ${library}`),
      start: (name: string) => BigInt(nvtx.push(`start ${name}`)),
      end: (range: bigint) => void nvtx.push(`end ${range}`),
      mark: (name: string) => void nvtx.push(`mark ${name}`)
    }
  } as unknown as CudaDeps;
  cuda = createCuda(() => {
    loads++;
    return parts;
  });
});

/** An error as the addon throws it. */
function nativeError(code: string, more: object = {}): Error {
  const none = { status: 0, statusName: '', description: '' };
  return Object.assign(new Error(code), none, { code, ...more });
}

it('loads nothing before it is used, and then once', () => {
  expect(cuda.int32(5).kind).toBe('int32');
  expect(loads).toBe(0);
  expect([cuda.isAvailable, cuda.device().name]).toEqual([true, 'GPU']);
  expect(loads).toBe(1);
});

it('can be used without cupti', () => {
  expect(cuda.status().state).toBe('no-cupti');
  expect(cuda.alloc(4).address).toBe(4096n);
});

describe('the facts of a device', () => {
  it('are asked for once, and again after a reset', () => {
    start = { ...start, devices: 2 };
    for (let buffer = 0; buffer < 3; buffer++) cuda.alloc(4);
    expect([cuda.device().name, cuda.device(1).name, cuda.devices().length]).toEqual([
      ...['GPU', 'GPU', 2]
    ]);
    expect(asked).toEqual([0, 1]);
    cuda.reset();
    cuda.alloc(4);
    expect(asked).toEqual([0, 1, 0]);
  });

  it('are a copy that a program may change for itself', () => {
    Object.assign(cuda.device().maxBlock, [5]);
    Object.assign(cuda.device(), { memoryBytes: 1 });
    expect(cuda.alloc(1000).sizeBytes).toBe(1000);
    expect(cuda.device().maxBlock[0]).not.toBe(5);
  });

  it('are asked for again where they could not be told', () => {
    let fails = true;
    const { deviceFacts } = addon;
    addon.deviceFacts = device => {
      if (fails) throw nativeError('CUDA_FAILED', { call: 'cuDeviceGetName', status: 999 });
      return deviceFacts?.(device) as ReturnType<CudaAddon['deviceFacts']>;
    };
    expect(() => cuda.alloc(4)).toThrow(CudaError);
    fails = false;
    expect(cuda.alloc(4).sizeBytes).toBe(4);
  });
});

describe('without CUDA', () => {
  it('says the state of the machine and what to do', () => {
    start = { ...start, state: 'no-device', devices: 0 };
    expect(cuda.isAvailable).toBe(false);
    expect(() => cuda.alloc(4)).toThrow(CudaUnavailableError);
    expect(() => cuda.alloc(4)).toThrow(
      /\(no-device\): the driver \(CUDA 13\.0\) found no GPU\. Run nvidia-smi/
    );
  });

  it('says what is wrong with the native code, and tries again', () => {
    let fails = true;
    const broken = createCuda(() => {
      if (fails) throw new Error('Kernelscope has no native code here.');
      return { cuda: addon, gpu: { status: () => STATUS } } as unknown as CudaDeps;
    });
    expect(broken.isAvailable).toBe(false);
    expect(() => broken.status()).toThrow(
      'CUDA cannot be used: Kernelscope has no native code here.'
    );
    expect(broken.nvtx.range('a', () => 5)).toBe(5);
    fails = false;
    expect(broken.isAvailable).toBe(true);
  });
});

describe('errors of the addon', () => {
  const errorOf = (error: unknown): unknown => {
    addon.allocate = () => {
      throw error;
    };
    try {
      return cuda.alloc(4);
    } catch (thrown) {
      return thrown;
    }
  };

  it('become errors with the call, its number and its name', () => {
    const failure = { call: 'cuMemAlloc', status: 2, statusName: 'CUDA_ERROR_OUT_OF_MEMORY' };
    const error = errorOf(nativeError('CUDA_FAILED', failure));
    expect(error).toBeInstanceOf(CudaError);
    const facts = { call: 'cuMemAlloc', code: 2, codeName: 'CUDA_ERROR_OUT_OF_MEMORY' };
    expect(error).toMatchObject(facts);
    expect((error as Error).message).toContain('cuda.memory() tells how much is free');
  });

  it.each([
    ['CUDA_LOST', 'CudaContextLostError', 'cuda.reset()'],
    ['CUDA_DISPOSED', 'CudaDisposedError', 'disposed of'],
    ['CUDA_RESET', 'CudaDisposedError', 'before cuda.reset()'],
    ['CUDA_CAPTURING', 'CudaArgumentError', 'cannot be captured'],
    ['CUDA_MEMORY', 'CudaArgumentError', 'not so much memory'],
    ['CUDA_INTERNAL', 'CudaArgumentError', 'CUDA_INTERNAL']
  ])('of the code %s become a %s that says %s', (code, name, said) => {
    const error = errorOf(nativeError(code)) as Error;
    expect(error.name).toBe(name);
    expect(error.message).toContain(said);
  });

  it('of other kinds stay what they are', () => {
    expect(errorOf(5)).toBe(5);
  });
});

describe('ranges of NVTX', () => {
  it('reach a tool, until their functions end', async () => {
    process.env.NVTX_INJECTION64_PATH = '/tool.so';
    try {
      cuda.nvtx.mark('m');
      cuda.nvtx.range('a', () => cuda.nvtx.range('b', () => undefined));
      const waits = cuda.nvtx.range('c', async () => undefined);
      nvtx.push('waits');
      await waits;
    } finally {
      delete process.env.NVTX_INJECTION64_PATH;
    }
    expect(nvtx.filter(text => !text.startsWith('attach'))).toEqual([
      ...['mark m', 'start a', 'start b', 'end 6', 'end 4', 'start c', 'waits', 'end 10']
    ]);
    expect(nvtx[0]).toBe('attach /tool.so');
  });

  it('name no tool where nobody did', () => {
    cuda.nvtx.mark('m');
    expect(nvtx).toEqual(['attach ', 'mark m']);
  });
});
