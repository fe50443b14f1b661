import { describe, expect, it } from 'vitest';
import type { BatchRows } from '../../../../support/activityBatches';
import { MAIN_THREAD, recordedWindow } from '../../../../support/gpuWindow';

const RUNTIME = 2;
const THREAD = { thread: MAIN_THREAD };

describe('memory', () => {
  const DEVICE_MEMORY = { memoryKind: 3, device: 0 };

  it('is an allocation with its operator and scope, and a counter', () => {
    const { token, profileOf } = recordedWindow();
    const held = { ...DEVICE_MEMORY, address: 0x7f00_0000_1000n };
    const rows: BatchRows = {
      memory: [
        { ...held, operation: 2, time: 400 },
        { ...held, operation: 1, time: 120, bytes: 512, correlation: 4 },
        { ...DEVICE_MEMORY, address: 64n, operation: 1, time: 500, bytes: 100, correlation: 5 },
        { ...DEVICE_MEMORY, address: 7n, operation: 2, time: 600 },
        { memoryKind: 2, address: 9n, operation: 1, time: 700, bytes: 30 }
      ],
      calls: [{ ...THREAD, name: RUNTIME, start: 495, end: 505, correlation: 5 }],
      externalIds: [{ correlation: 4, id: token }]
    };
    const { profile } = profileOf([rows], { scopeOf: () => 'encoder:' });
    const { allocations, counters, strings } = profile;
    const texts = (column: Uint32Array) => Array.from(column, row => strings[row]);
    expect(texts(allocations.name)).toEqual(['mm', 'cudaLaunchKernel', 'memory']);
    expect(texts(allocations.scope)).toEqual(['encoder:', '<unk>:', '<unk>:']);
    expect(texts(allocations.device)).toEqual(['gpu/0', 'gpu/0', 'host/pinned']);
    expect([...allocations.address]).toEqual([0x7f00_0000_1000, 64, 9]);
    expect([...allocations.lifetime]).toEqual([280, 500, 300]);
    expect([...allocations.isHeld]).toEqual([0, 1, 1]);
    const [gpu] = counters;
    expect([gpu.name, gpu.category]).toEqual(['Memory: gpu/0', 'Device Storage']);
    expect([...gpu.time]).toEqual([120, 400, 500]);
    expect([...gpu.value]).toEqual([512, 0, 100]);
  });

  it('of pools is what all of a device hold and use', () => {
    const { profileOf } = recordedWindow();
    const pool = { device: 0, address: 1n };
    const { counters } = profileOf([
      {
        memoryPools: [
          { ...pool, operation: 1, time: 100, size: 1000, utilized: 0 },
          { ...pool, address: 2n, operation: 1, time: 200, size: 500, utilized: 100 },
          { ...pool, operation: 2, time: 300, size: 1000, utilized: 0 }
        ]
      }
    ]).profile;
    expect(counters.map(({ name, value }) => [name, ...value])).toEqual([
      ['Memory pools: gpu/0', 1000, 1500, 500],
      ['Memory pools in use: gpu/0', 0, 100, 100]
    ]);
  });

  it('leaves out what is allocated while recording is held, and counts pools from the end of that', () => {
    const { recorder, clock, profileOf } = recordedWindow();
    recorder.pause();
    clock.advance(1000);
    recorder.resume();
    clock.advance(1000);
    const memory = { device: 0, memoryKind: 3 };
    const pool = { device: 0, address: 1n, operation: 1, utilized: 0 };
    const { allocations, counters } = profileOf([
      {
        memory: [
          { ...memory, operation: 1, time: 900, bytes: 100, address: 16n },
          { ...memory, operation: 2, time: 1200, bytes: 100, address: 16n },
          { ...memory, operation: 1, time: 1300, bytes: 200, address: 16n },
          { ...memory, operation: 2, time: 2100, bytes: 200, address: 16n },
          { ...memory, operation: 1, time: 2200, bytes: 300, address: 16n }
        ],
        memoryPools: [
          { ...pool, time: 500, size: 1000 },
          { ...pool, time: 1500, size: 2000 }
        ]
      }
    ]).profile;
    expect([...allocations.bytes]).toEqual([100, 300]);
    expect([...allocations.lifetime]).toEqual([300, 800]);
    const [held, pools] = counters;
    expect([...held.time, ...held.value]).toEqual([900, 1200, 2200, 100, 0, 300]);
    expect([...pools.time, ...pools.value]).toEqual([500, 2000, 1000, 2000]);
  });
});
