import { describe, expect, it } from 'vitest';
import { theoreticalOccupancy } from '../../../../src/analysis/gpu/occupancy';
import type { GpuInfo } from '../../../../src/facts/gpus';
import { h200 } from '../../../support/h200';

/** What the tables of the CUDA Programming Guide say of a compute capability. */
function device(capability: string): GpuInfo {
  const [threads, blocks, sharedKb, reserved] = {
    '7.0': [2048, 32, 96, 0],
    '8.0': [2048, 32, 164, 1024],
    '8.6': [1536, 16, 100, 1024],
    '9.0': [2048, 32, 228, 1024]
  }[capability] ?? [0, 0, 0, 0];
  return {
    ...h200(),
    computeCapability: capability,
    maxThreadsPerMultiprocessor: threads,
    maxBlocksPerMultiprocessor: blocks,
    registersPerMultiprocessor: 65_536,
    sharedBytesPerMultiprocessor: sharedKb * 1024,
    reservedSharedBytesPerBlock: reserved
  };
}

const KB = 1024;

describe('theoretical occupancy', () => {
  // The first two are the examples of the Best Practices Guide. Of the others: registers of a warp are
  // rounded up to 256; a quarter of 65,536 is 16,384; blocks = warps that fit ÷ warps of a block.
  it.each([
    // 37 · 32 = 1184 → 1280; ⌊16,384 ÷ 1280⌋ = 12 a quarter, 48 warps; 48 ÷ 4 = 12 blocks.
    ['7.0', 128, 37, 0, 12, 48 / 64, 'registers'],
    // 48 ÷ 10 = 4 blocks of 10 warps.
    ['7.0', 320, 37, 0, 4, 40 / 64, 'registers'],
    // 32 · 32 = 1024; 16 a quarter: all 64 warps.
    ['7.0', 256, 32, 0, 8, 1, 'warps'],
    // One register more: 33 · 32 = 1056 → 1280, as with 40.
    ['7.0', 256, 33, 0, 6, 48 / 64, 'registers'],
    ['7.0', 256, 40, 0, 6, 48 / 64, 'registers'],
    // 96 ÷ 12 = 8 blocks of 4 warps: nothing is reserved before 8.0.
    ['7.0', 128, 16, 12 * KB, 8, 32 / 64, 'sharedMemory'],
    // 100 bytes are 256: 98,304 ÷ 256 = 384 blocks, more than there is room for.
    ['7.0', 32, 16, 100, 32, 32 / 64, 'blocks'],
    // 163 KB and the one that is reserved are all there is.
    ['8.0', 1024, 32, 163 * KB, 1, 32 / 64, 'sharedMemory'],
    // 48 + 1 = 49 KB; 164 ÷ 49 = 3 blocks of 8 warps.
    ['8.0', 256, 32, 48 * KB, 3, 24 / 64, 'sharedMemory'],
    // 4224 + 1024 = 5248 = 41 · 128; 167,936 ÷ 5248 = 32. In portions of 256 it would be 31.
    ['8.0', 32, 32, 4224, 32, 32 / 64, 'blocks'],
    // 48 warps, 32 of which one block takes.
    ['8.6', 1024, 32, 0, 1, 32 / 48, 'warps'],
    // 40 · 32 = 1280: 48 warps, as many as there are.
    ['8.6', 768, 40, 0, 2, 1, 'warps'],
    // 16 blocks of 2 warps.
    ['8.6', 64, 32, 0, 16, 32 / 48, 'blocks'],
    // 168 · 32 = 5376; 3 a quarter, 12 warps; 12 ÷ 4 = 3 blocks.
    ['9.0', 128, 168, 0, 3, 12 / 64, 'registers'],
    // 1 + 227 KB.
    ['9.0', 384, 128, 227 * KB, 1, 12 / 64, 'registers'],
    ['9.0', 256, 64, 227 * KB, 1, 8 / 64, 'sharedMemory'],
    // 33 threads are two warps: 32 blocks of 2.
    ['9.0', 33, 32, 0, 32, 1, 'warps']
  ])(
    'on %s, for blocks of %i threads with %i registers and %i bytes, is that of %i blocks',
    (capability, ...[threads, registers, sharedBytes, blocks, share, limitedBy]) => {
      const needs = { threads, registers, sharedBytes };
      expect(theoreticalOccupancy(device(capability), needs)).toEqual({ share, blocks, limitedBy });
    }
  );

  it('is not known of what the device could not run', () => {
    const needs = { threads: 1024, registers: 255, sharedBytes: 0 };
    expect(theoreticalOccupancy(device('9.0'), needs)).toBeNull();
    expect(theoreticalOccupancy(device('9.0'), { ...needs, threads: 0 })).toBeNull();
    expect(
      theoreticalOccupancy(device('8.0'), { threads: 32, registers: 16, sharedBytes: 164 * KB })
    ).toBeNull();
  });

  it('is not known of a device of which nothing is', () => {
    const unknown = { ...device('9.0'), maxThreadsPerMultiprocessor: 0 };
    expect(
      theoreticalOccupancy(unknown, { threads: 32, registers: 16, sharedBytes: 0 })
    ).toBeNull();
  });

  it('is limited by nothing that is not known', () => {
    const { registersPerMultiprocessor: _r, ...rest } = device('9.0');
    const info = { ...rest, registersPerMultiprocessor: 0, sharedBytesPerMultiprocessor: 0 };
    const needs = { threads: 256, registers: 255, sharedBytes: 200 * KB };
    expect(theoreticalOccupancy(info, needs)).toMatchObject({ share: 1, limitedBy: 'warps' });
  });
});
