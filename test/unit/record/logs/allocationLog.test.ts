import { describe, expect, test } from 'vitest';
import { StringTable } from '../../../../src/model/build/stringTable';
import { AllocationLog, NO_ALLOCATION } from '../../../../src/record/logs/allocationLog';
import { buildAllocations } from '../../../../src/record/build/buildAllocations';

const ORIGIN = 5_000_000_000_000n;
const place = (name: string, scope = '<unk>:') => ({ name, scope, device: 'tfjs/cpu' });

/** The table of a window of 100 ns that begins at the origin. */
function tableOf(log: AllocationLog) {
  const strings = new StringTable();
  const table = buildAllocations(log, { strings, originNs: ORIGIN, endNs: ORIGIN + 100n });
  const texts = strings.toArray();
  return { ...table, names: Array.from(table.name, row => texts[row]), texts };
}

describe('AllocationLog', () => {
  test('keeps what was asked for within a window, with its lifetime', () => {
    const log = new AllocationLog();
    const early = log.allocate(1, -1, place('early'), ORIGIN - 1n);
    const first = log.allocate(8, 64, place('Add'), ORIGIN + 10n);
    const second = log.allocate(16, -1, place('Mul', 'a:'), ORIGIN + 20n);
    log.allocate(32, -1, place('Neg'), ORIGIN + 100n);
    log.allocate(64, -1, place('late'), ORIGIN + 101n);
    log.free(early, ORIGIN + 5n);
    log.free(first, ORIGIN + 50n);
    log.free(second, ORIGIN + 150n);
    const table = tableOf(log);
    expect(table.names).toEqual(['Add', 'Mul', 'Neg']);
    expect(table).toMatchObject({
      length: 3,
      time: new Float64Array([10, 20, 100]),
      lifetime: new Float64Array([40, 80, 0]),
      isHeld: new Uint8Array([0, 1, 1]),
      bytes: new Float64Array([8, 16, 32]),
      address: new Float64Array([64, -1, -1])
    });
    expect(Array.from(table.scope, row => table.texts[row])).toEqual(['<unk>:', 'a:', '<unk>:']);
  });

  test('keeps more than one chunk', () => {
    const log = new AllocationLog();
    const ids = Array.from({ length: 10_000 }, (_, bytes) =>
      log.allocate(bytes, -1, place('Add'), ORIGIN + 1n)
    );
    log.free(ids[9_999], ORIGIN + 2n);
    const table = tableOf(log);
    expect(table.length).toBe(10_000);
    expect(table.bytes[9_998]).toBe(9_998);
    expect([table.isHeld[9_998], table.isHeld[9_999]]).toEqual([1, 0]);
  });

  test('counts what exceeds its limit', () => {
    const log = new AllocationLog(4096);
    for (let each = 0; each < 4096; each++) log.allocate(1, -1, place('Add'), ORIGIN);
    expect(log.allocate(1, -1, place('Add'), ORIGIN)).toBe(NO_ALLOCATION);
    expect([log.length, log.dropped]).toEqual([4096, 1]);
    log.free(NO_ALLOCATION, ORIGIN);
    expect(tableOf(log).isHeld.every(held => held === 1)).toBe(true);
  });

  test('ignores ids of before it was cleared', () => {
    const log = new AllocationLog();
    const old = log.allocate(1, -1, place('Add'), ORIGIN);
    log.free(old, ORIGIN + 1n);
    log.clear();
    log.allocate(2, -1, place('Mul'), ORIGIN);
    log.free(old, ORIGIN + 1n);
    const table = tableOf(log);
    expect(table.names).toEqual(['Mul']);
    expect(table.isHeld[0]).toBe(1);
  });
});
