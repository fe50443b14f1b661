import type { GpuInfo } from 'kernelscope/model';

/** An H200 as its driver describes it. */
export function h200(device = 0): GpuInfo {
  return {
    device,
    name: 'NVIDIA H200',
    computeCapability: '9.0',
    multiprocessors: 132,
    warpSize: 32,
    maxThreadsPerMultiprocessor: 2048,
    maxBlocksPerMultiprocessor: 32,
    registersPerMultiprocessor: 65_536,
    sharedBytesPerMultiprocessor: 233_472,
    reservedSharedBytesPerBlock: 1024,
    memoryBytes: 150_754_820_096,
    memoryBytesPerSecond: 4.8e12,
    l2Bytes: 62_914_560,
    linkBytesPerSecond: 64e9
  };
}
