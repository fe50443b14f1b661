import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GpuAddon } from '../../src/native/gpuAddon';
import type { GpuSamplingAddon } from '../../src/native/gpuSampling';
import { loadAddon } from '../../src/native/loader';
import { buildFakeCuda, buildRuntimeAddon } from '../support/fakeCuda/build';
import { repositoryRoot } from '../support/fakeCuda/root';

/** What a program makes the stand-in for a GPU do. */
export interface FakeRuntime {
  /** Launches a kernel without arguments so many times through CUDA's runtime. */
  launchMany(kernel: string, times: number): void;
  /** Waits until all that was launched is done. */
  synchronize(): void;
}

/** The compiled addon in a process with the stand-in for CUDA. */
export interface FakeGpu {
  readonly gpu: GpuAddon;
  readonly gpuSampling: GpuSamplingAddon;
  readonly runtime: FakeRuntime;
}

/** Loads both; `settings` are variables of the stand-in, which it reads once for a process. */
export function loadFakeGpu(settings: Readonly<Record<string, string>> = {}): FakeGpu {
  const { folder } = buildFakeCuda();
  Object.assign(process.env, { KERNELSCOPE_CUDA_LIBRARIES: folder, ...settings });
  const { gpu, gpuSampling } = loadAddon(join(repositoryRoot(), 'src', 'lib', 'native'));
  gpu.addFolders([folder]);
  const { state } = gpu.status(false);
  if (state !== 'ready') throw new Error(`The stand-in for CUDA is not ready: ${state}`);
  const runtime = createRequire(__filename)(buildRuntimeAddon()) as FakeRuntime;
  return { gpu, gpuSampling, runtime };
}
