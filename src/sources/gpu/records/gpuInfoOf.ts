import type { GpuInfo } from '../../../facts/gpus';
import type { GpuDevice } from '../../../native/gpuAddon';

/** The description of a device in profiles. */
export function gpuInfoOf(device: GpuDevice): GpuInfo {
  return {
    device: device.device,
    uuid: device.uuid,
    name: device.name,
    computeCapability: device.computeCapability,
    multiprocessors: device.multiprocessors,
    warpSize: device.warpSize,
    maxThreadsPerMultiprocessor: device.maxThreadsPerMultiprocessor,
    maxBlocksPerMultiprocessor: device.maxBlocksPerMultiprocessor,
    registersPerMultiprocessor: device.registersPerMultiprocessor,
    sharedBytesPerMultiprocessor: device.sharedBytesPerMultiprocessor,
    reservedSharedBytesPerBlock: device.reservedSharedBytesPerBlock,
    memoryBytes: device.memoryBytes,
    memoryBytesPerSecond: device.memoryBytesPerSecond,
    l2Bytes: device.l2Bytes,
    linkBytesPerSecond: device.linkBytesPerSecond
  };
}
