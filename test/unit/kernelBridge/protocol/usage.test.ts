import { expect, test } from 'vitest';
import { UsageMeter } from '../../../../kernel-bridge/src/protocol/usage';

test('processor shares are rates since the last answer', () => {
  const readings = [
    { atMs: 0, cpuMicros: 0, host: { busyMs: 0, totalMs: 0 } },
    { atMs: 1000, cpuMicros: 1_500_000, host: { busyMs: 500, totalMs: 2000 } },
    { atMs: 2000, cpuMicros: 1_500_000, host: { busyMs: 500, totalMs: 4000 } }
  ];
  let next = 0;
  const meter = new UsageMeter(() => readings[next++]);
  expect(meter.answer()).toMatchObject({ kernel_cpu: 150, host_cpu_percent: 25 });
  expect(meter.answer()).toMatchObject({ kernel_cpu: 0, host_cpu_percent: 0 });
});

test('memory is in bytes, with the fields that resource monitors read', () => {
  const usage = new UsageMeter().answer() as {
    kernel_memory: number;
    host_virtual_memory: Record<string, number>;
  };
  expect(usage.kernel_memory).toBeGreaterThan(1_000_000);
  const { total, available, used, percent } = usage.host_virtual_memory;
  expect(used + available).toBe(total);
  expect(percent).toBeCloseTo((100 * used) / total, 0);
});
