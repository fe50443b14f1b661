import { describe, expect, it } from 'vitest';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { MemoryChanges } from '../../../../src/compat/torch/memoryChanges';
import { BYTES_ARG } from '../../../../src/model/profile/argKeys';
import { OPERATOR_CATEGORY, RANGE_CATEGORY } from '../../../../src/model/profile/categories';
import { emptySampleParts, ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { allocationProfile, allocationTable } from '../../../support/allocationProfile';
import { exampleMeta } from '../../../support/richProfile';

const PIECES = [
  { scope: '', from: 20, to: 70, bytes: 64 },
  { scope: '', from: 30, to: Infinity, bytes: 8, device: 'gpu/1' },
  { scope: '', from: 40, to: Infinity, bytes: 100 }
];

describe('MemoryChanges', () => {
  it('adds what was asked for and takes away what was given back, on each kind of device', () => {
    const changes = new MemoryChanges(allocationProfile(PIECES));
    const within = (start: number, end: number) => {
      const { cpuMemoryUsage, deviceMemoryUsage } = changes.within(start, end);
      return [cpuMemoryUsage, deviceMemoryUsage];
    };
    expect(within(0, 100)).toEqual([100, 8]);
    expect(within(0, 35)).toEqual([64, 8]);
    expect(within(50, 80)).toEqual([-64, 0]);
    expect(within(45, 60)).toEqual([0, 0]);
  });

  it('counts what happens at either end', () => {
    const changes = new MemoryChanges(allocationProfile(PIECES));
    expect(changes.within(20, 40)).toEqual({ cpuMemoryUsage: 164, deviceMemoryUsage: 8 });
    expect(changes.within(70, 70).cpuMemoryUsage).toBe(-64);
  });

  it('is empty without allocations', () => {
    const changes = new MemoryChanges(allocationProfile([]));
    expect(changes.isEmpty).toBe(true);
    expect(changes.within(0, 100)).toEqual({ cpuMemoryUsage: 0, deviceMemoryUsage: 0 });
  });

  it('gives ranges the memory of what they ran, so that none is lost or counted twice', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const outer = { name: 'range', category: RANGE_CATEGORY, start: 10, duration: 80, track };
    const inner = { name: 'matMul', category: OPERATOR_CATEGORY, start: 15, duration: 40, track };
    builder.addSlice(outer);
    builder.addSlice({ ...inner, args: { [BYTES_ARG]: 164 } });
    const allocations = allocationTable(builder, PIECES, 100);
    const profile = builder.build(exampleMeta(100), { ...emptySampleParts(), allocations });
    const [range, matMul] = functionEventsOf(profile, new EventIds());
    expect([range.cpuMemoryUsage, range.deviceMemoryUsage]).toEqual([100, 8]);
    expect([matMul.cpuMemoryUsage, matMul.deviceMemoryUsage]).toEqual([164, 0]);
    expect(range.selfCpuMemoryUsage + matMul.selfCpuMemoryUsage).toBe(100);
  });
});
