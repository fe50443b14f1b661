import { describe, expect, it } from 'vitest';
import { gpuReport } from '../../../../src/analysis';
import { joinMembers } from '../../../../src/engine/members/joinMembers';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { AllocationTableBuilder } from '../../../../src/model/build/allocationTableBuilder';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { h200 } from '../../../support/h200';

const A = 'GPU-00000000-0000-0000-0000-00000000000a';
const B = 'GPU-00000000-0000-0000-0000-00000000000b';
const C = 'GPU-00000000-0000-0000-0000-00000000000c';

interface Rank {
  readonly pid: number;
  /** UUIDs of its GPUs, by their numbers in its process; empty for unknown. */
  readonly uuids: readonly string[];
  readonly originNs?: number;
}

/** A process that runs a kernel of 6 ns on stream 7 of each of its GPUs. */
function rank({ pid, uuids, originNs = 0 }: Rank): Profile {
  const drawing = uuids.map((_, device) => `gpu ${device}/7 |${'      '.repeat(device)}[K   ]`);
  const args = { gemm: { device: uuids.length - 1, correlation: 3 } };
  const profile = drawGpuProfile(drawing.join('\n'), {
    args,
    meta: {
      originNs: String(originNs),
      pid,
      gpus: uuids.map((uuid, device) => ({ ...h200(device), ...(uuid !== '' && { uuid }) }))
    },
    extra: builder => {
      const last = uuids.length - 1;
      const text = (value: string): number => builder.strings.intern(value);
      const track = builder.addTrack({ name: 'process', kind: 'process', pid });
      builder.addCounter({
        ...{ name: `Memory: gpu/${last}`, category: 'Device Storage', unit: 'bytes' },
        ...{ kind: 'set', track },
        ...{ time: Float64Array.of(0), value: Float64Array.of(pid) }
      });
      const allocations = new AllocationTableBuilder();
      allocations.add({
        ...{ time: 0, lifetime: 1, isHeld: true, bytes: 8, address: 16 },
        ...{ name: text('a'), scope: text('b'), device: text(`gpu/${last}`) }
      });
      return { allocations: allocations.build() };
    }
  });
  return { ...profile, tracks: profile.tracks.map(track => ({ ...track, pid })) };
}

/** Each device that worked: its number, UUID and busy time. */
function devicesOf(profile: Profile): unknown[] {
  const { devices } = gpuReport(validateProfile(profile)) ?? { devices: [] };
  return devices.map(({ device, info, busyNs }) => [device, info?.uuid, busyNs]);
}

describe('GPUs of processes that share a machine', () => {
  it('are one device when their UUIDs are equal, with the streams of each process', () => {
    const merged = mergeProfiles([
      rank({ pid: 1, uuids: [A] }),
      rank({ pid: 2, uuids: [A], originNs: 100 })
    ]);
    expect(devicesOf(merged)).toEqual([[0, A, 12]]);
    expect(merged.meta.gpus).toHaveLength(1);
    expect(merged.tracks.filter(({ kind }) => kind === 'device')).toHaveLength(1);
    const streams = merged.tracks.filter(({ kind }) => kind === 'cudaStream');
    expect(streams.map(({ pid }) => pid)).toEqual([1, 2]);
  });

  it('are one device when each process numbers it differently', () => {
    const merged = mergeProfiles([
      rank({ pid: 1, uuids: [A, B] }),
      rank({ pid: 2, uuids: [B], originNs: 100 })
    ]);
    expect(devicesOf(merged)).toEqual([
      [0, A, 6],
      [1, B, 12]
    ]);
  });

  it('stay apart under one number when their UUIDs differ: other visible devices, or machines', () => {
    const merged = mergeProfiles([
      rank({ pid: 1, uuids: [A] }),
      rank({ pid: 1, uuids: [B, C], originNs: 100 }),
      rank({ pid: 3, uuids: [C], originNs: 200 })
    ]);
    expect(devicesOf(merged)).toEqual([
      [0, A, 6],
      [1, B, 6],
      [2, C, 12]
    ]);
    const devices = merged.tracks.filter(({ kind }) => kind === 'device');
    expect(devices.map(({ name, tid }) => [name, tid])).toEqual([
      ['GPU 0 (Test)', 0],
      ['GPU 1 (Test)', 1],
      ['GPU 2 (Test)', 2]
    ]);
  });

  it('have their new number in arguments, counters and allocations, and no other number has', () => {
    const merged = mergeProfiles([
      rank({ pid: 1, uuids: [A] }),
      rank({ pid: 2, uuids: [B], originNs: 100 })
    ]);
    const { args, strings, allocations, counters } = merged;
    const facts = Array.from(args.key, (key, row) => `${strings[key]} ${args.value[row]}`);
    expect(facts).toEqual(['device 0', 'correlation 3', 'device 1', 'correlation 3']);
    expect(Array.from(allocations.device, row => strings[row])).toEqual(['gpu/0', 'gpu/1']);
    expect(counters.map(({ name, value }) => [name, value[0]])).toEqual([
      ['Memory: gpu/0', 1],
      ['Memory: gpu/1', 2]
    ]);
  });

  it('merge by number and process where no UUID is known, as in older files', () => {
    const older = (pid: number, originNs: number): Profile => rank({ pid, uuids: [''], originNs });
    const merged = mergeProfiles([older(1, 0), older(1, 100), older(2, 200)]);
    expect(merged.meta.gpus).toHaveLength(1);
    expect(devicesOf(merged)).toEqual([
      [0, undefined, 12],
      [0, undefined, 6]
    ]);
  });

  it('are the same when a merged profile is merged again', () => {
    const [first, second] = [rank({ pid: 1, uuids: [A] }), rank({ pid: 2, uuids: [B] })];
    const later = rank({ pid: 2, uuids: [B], originNs: 100 });
    const again = mergeProfiles([mergeProfiles([first, second]), later]);
    expect(devicesOf(again)).toEqual([
      [0, A, 6],
      [1, B, 12]
    ]);
  });

  it('are known of attached processes when the recording itself used none', () => {
    const own = drawGpuProfile('main |[conv        ]', { meta: { pid: 9 } });
    const report = { source: 'workers', status: 'ok', message: '', records: 1 } as const;
    const profiles = [rank({ pid: 1, uuids: [A] })];
    const joined = joinMembers(own, { profiles, report, soundChannels: new Set() });
    expect(joined.meta.gpus.map(({ uuid }) => uuid)).toEqual([A]);
  });
});
