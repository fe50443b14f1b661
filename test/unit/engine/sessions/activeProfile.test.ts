import { describe, expect, it } from 'vitest';
import { activeProfile } from '../../../../src/engine/sessions/activeProfile';
import { type Activity, ActivityLog } from '../../../../src/engine/sessions/activityLog';
import type { AllocationTable, Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { validateProfile } from '../../../../src/model/validate/validate';
import { exampleMeta } from '../../../support/richProfile';

const PID = 7;

/** An operator at 100 that launches a kernel, and memory of both sides. */
function gpuRun(): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread', pid: PID, tid: PID });
  const device = builder.addTrack({ name: 'GPU 0', kind: 'device', pid: PID, tid: 0 });
  const stream = builder.addTrack({ name: 'stream 7', kind: 'cudaStream', parent: device });
  const costs = builder.addTrack({ name: 'CUPTI', kind: 'thread', pid: PID, tid: 8 });
  const add = (name: string, category: string, track: number, start: number, duration: number) =>
    builder.addSlice({ name, category, track, start, duration });
  add('matMul', 'operator', main, 100, 100);
  const launch = add('cuLaunchKernel', 'cuda_driver', main, 110, 20);
  const kernel = add('sgemm', 'kernel', stream, 130, 40);
  add('Stream Synchronize', 'cuda_sync', main, 150, 20);
  add('Buffer Flush', 'overhead', costs, 160, 10);
  builder.addFlow('ac2g', 'ac2g', launch, kernel);
  for (const [name, track] of [
    ['Memory: gpu/0', main],
    ['Memory: node/heap', main],
    ['power', device]
  ] as const) {
    const at = { time: Float64Array.of(120), value: Float64Array.of(1) };
    builder.addCounter({ name, category: 'any', unit: 'bytes', kind: 'sampled', track, ...at });
  }
  const profile = builder.build(exampleMeta(1000));
  return withAllocations(profile, ['tfjs/wasm', 'gpu/0']);
}

function withAllocations(profile: Profile, devices: readonly string[]): Profile {
  const { length } = devices;
  const strings = [...profile.strings];
  const text = (value: string) => strings.push(value) - 1;
  const allocations: AllocationTable = {
    length,
    time: new Float64Array(length).fill(120),
    lifetime: new Float64Array(length).fill(10),
    isHeld: new Uint8Array(length),
    bytes: new Float64Array(length).fill(64),
    address: new Float64Array(length).fill(-1),
    name: Uint32Array.from(devices, () => text('a')),
    scope: Uint32Array.from(devices, () => text('')),
    device: Uint32Array.from(devices, text)
  };
  return { ...profile, allocations, strings };
}

interface Kept {
  readonly slices: readonly string[];
  readonly flows: number;
  readonly counters: readonly string[];
  readonly devices: readonly string[];
}

function kept({ slices, labels, strings, flows, counters, allocations }: Profile): Kept {
  return {
    slices: Array.from(slices.label, label => strings[labels.name[label]]),
    flows: flows.length,
    counters: counters.map(({ name }) => name),
    devices: Array.from(allocations.device, device => strings[device])
  };
}

function active(
  activities: readonly Activity[],
  change?: (log: ActivityLog) => void,
  after = 140n
): Profile {
  const profile = gpuRun();
  let time = BigInt(profile.meta.originNs);
  const log = new ActivityLog(() => (time += after), new Set(activities));
  change?.(log);
  const result = activeProfile(profile, log);
  validateProfile(result);
  return result;
}

describe('activeProfile', () => {
  it('has calls of CUDA, waits, costs and memory of GPUs with the activity GPU alone', () => {
    expect(kept(active(['GPU']))).toEqual({
      slices: ['cuLaunchKernel', 'sgemm', 'Stream Synchronize', 'Buffer Flush'],
      flows: 1,
      counters: ['Memory: gpu/0', 'power'],
      devices: ['gpu/0']
    });
  });

  it('has none of them with the activity CPU alone', () => {
    expect(kept(active(['CPU']))).toEqual({
      slices: ['matMul'],
      flows: 0,
      counters: ['Memory: node/heap'],
      devices: ['tfjs/wasm']
    });
  });

  it('has what begins once GPU is switched on, and ends with what begins before it is off', () => {
    const late = active(['CPU'], log => log.set('GPU', true));
    expect(kept(late).slices).toEqual(['matMul', 'Stream Synchronize', 'Buffer Flush']);
    const early = active(['CPU', 'GPU'], log => log.set('GPU', false));
    expect(kept(early).slices).toEqual(['matMul', 'cuLaunchKernel', 'sgemm']);
  });

  it('has work of a GPU whose call began while GPU was on, whenever it ran', () => {
    const early = active(['CPU', 'GPU'], log => log.set('GPU', false), 120n);
    expect(kept(early)).toMatchObject({ slices: ['matMul', 'cuLaunchKernel', 'sgemm'], flows: 1 });
    const late = active(['CPU'], log => log.set('GPU', true), 120n);
    expect(kept(late).slices).toEqual(['matMul', 'Stream Synchronize', 'Buffer Flush']);
  });

  it('has nothing with no activity', () => {
    const nothing = active([]);
    expect(kept(nothing)).toEqual({ slices: [], flows: 0, counters: [], devices: [] });
  });

  it('is the profile itself where everything was on', () => {
    const profile = gpuRun();
    expect(activeProfile(profile, new ActivityLog(() => 0n, new Set(['CPU', 'GPU'])))).toBe(
      profile
    );
  });
});
