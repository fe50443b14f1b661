import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MainThreadWork } from '../../../../src/sources/process/memorySampler';

test('a thread that is on a processor for a tenth of the time or less waits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-work-'));
  const file = join(folder, 'schedstat');
  let atNs = 5_000_000n;
  const ranFor = (ranNs: number) => writeFileSync(file, `${ranNs} 123 4\n`);
  ranFor(1_000_000);
  const work = new MainThreadWork(folder, () => atNs);
  const after = (ms: number, ranNs: number): boolean => {
    atNs += BigInt(ms) * 1_000_000n;
    ranFor(ranNs);
    return work.hasWorked();
  };
  expect(after(0, 1_000_000)).toBe(true);
  expect(after(20, 2_500_000)).toBe(false);
  expect(after(20, 20_000_000)).toBe(true);
  expect(after(20, 21_000_000)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('a thread of which the system does not tell counts as working', () => {
  const work = new MainThreadWork('/proc/no-such-file');
  expect([work.hasWorked(), work.hasWorked()]).toEqual([true, true]);
});
