import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gpuReport } from '../../../../src/analysis';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import {
  gpuDescription,
  readGpuDescription
} from '../../../../src/formats/perfetto/gpuDescriptions';
import { readPerfettoTrace } from '../../../../src/formats/perfetto/read';
import { encodePerfetto } from '../../../../src/formats/perfetto/write';
import { ArgKind, type Profile } from '../../../../src/model';
import { h200 } from '../../../support/h200';
import { gpuTraining } from '../../../support/gpuTraining';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const again = (profile: Profile): Profile => readPerfettoTrace(encodePerfetto(profile), OPTIONS);

const RECORDED = new URL('../../../../binder/tutorials/07-cuda-recorded.kscope', import.meta.url);

const training = gpuTraining({ gpus: 2, steps: 10 });
const PROFILES: Readonly<Record<string, Profile>> = {
  'a recorded one': loadProfile(fileURLToPath(RECORDED)).data,
  'a training': {
    ...training,
    meta: {
      ...training.meta,
      gpus: [
        { ...h200(0), uuid: 'GPU-00112233-4455-6677-8899-aabbccddeeff' },
        { ...h200(1), reservedSharedBytesPerBlock: 0, computeCapability: '', l2Bytes: 0 },
        { ...h200(2), name: 'NVIDIA H200 (idle)' }
      ]
    }
  }
};

/** The name of a track; of GPUs and streams with their numbers and what they are in. */
function placeOf(profile: Profile, track: number): string {
  const { name, kind, pid, tid, parent } = profile.tracks[track];
  if (kind !== 'device' && kind !== 'cudaStream') return kind === 'process' ? 'process' : name;
  const own = `${kind} ${name} ${tid} of ${pid}`;
  return parent < 0 ? own : `${placeOf(profile, parent)} > ${own}`;
}

const CATEGORIES = /^(kernel|gpu_|cuda_|overhead)/;

interface Times {
  readonly start: number;
  readonly duration: number;
}

const sortKey = (place: string, start: number): string =>
  `${place} ${String(Math.round(start)).padStart(16, '0')}`;

/** All that a profile has of calls and GPU work: facts, and times. */
function gpuSlices(profile: Profile): { readonly facts: unknown[]; readonly times: Times[] } {
  const { slices, labels, strings, args, flows } = profile;
  const label = (row: number): string =>
    `${strings[labels.category[row]]}/${strings[labels.name[row]]}`;
  const argsOf = new Map<number, string[]>();
  for (let arg = 0; arg < args.length; arg++) {
    const value = args.kind[arg] === ArgKind.string ? strings[args.value[arg]] : args.value[arg];
    const text = `${strings[args.key[arg]]}: ${args.kind[arg]} ${value}`;
    argsOf.set(args.slice[arg], [...(argsOf.get(args.slice[arg]) ?? []), text]);
  }
  const causes = new Map<number, string[]>();
  for (let at = 0; at < flows.length; at++) {
    const text = `${strings[labels.category[flows.label[at]]]} from ${label(slices.label[flows.from[at]])}`;
    causes.set(flows.to[at], [...(causes.get(flows.to[at]) ?? []), text]);
  }
  const rows = Array.from(slices.label.keys()).filter(row =>
    CATEGORIES.test(strings[labels.category[slices.label[row]]])
  );
  const found = rows.map(row => ({
    key: sortKey(placeOf(profile, slices.track[row]), slices.start[row]),
    facts: {
      label: label(slices.label[row]),
      place: placeOf(profile, slices.track[row]),
      args: (argsOf.get(row) ?? []).sort(),
      causes: (causes.get(row) ?? []).sort()
    },
    times: { start: slices.start[row], duration: slices.duration[row] }
  }));
  found.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return { facts: found.map(({ facts }) => facts), times: found.map(({ times }) => times) };
}

const seriesOf = (profile: Profile): unknown[] =>
  profile.counters
    .filter(({ track, name }) => profile.tracks[track].kind === 'device' || /gpu/i.test(name))
    .map(({ name, category, unit, track, value, time }) => ({
      ...{ name, category, unit, value: [...value], time: Array.from(time, Math.round) },
      place: profile.tracks[track].kind === 'device' ? placeOf(profile, track) : 'host'
    }))
    .sort((a, b) => (`${a.place} ${a.name}` < `${b.place} ${b.name}` ? -1 : 1));

describe.each(Object.keys(PROFILES))('the GPU facts of %s, written and read again', name => {
  const profile = PROFILES[name];
  const read = again(profile);

  it('are those of every call, kernel, copy and fill, with what it belongs to', () => {
    const before = gpuSlices(profile);
    expect(before.facts.length).toBeGreaterThan(10);
    expect(gpuSlices(read).facts).toEqual(before.facts);
  });

  it('have times that differ by no more than a nanosecond', () => {
    const before = gpuSlices(profile).times;
    const off = gpuSlices(read).times.map(({ start, duration }, at) =>
      Math.max(Math.abs(start - before[at].start), Math.abs(duration - before[at].duration))
    );
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
  });

  it('include the description of each GPU, also of idle ones', () => {
    expect(profile.meta.gpus.length).toBeGreaterThan(0);
    expect(read.meta.gpus).toEqual(profile.meta.gpus);
  });

  it('include the counters of GPUs, with categories', () => {
    expect(seriesOf(profile).length).toBeGreaterThan(0);
    expect(seriesOf(read)).toEqual(seriesOf(profile));
  });

  it('give the same occupancy and rates', () => {
    const shares = (each: Profile): unknown[] => {
      const { kernels, transfers } = gpuReport(each) ?? { kernels: [], transfers: [] };
      return [
        kernels.map(kernel => [kernel.name, kernel.occupancy]),
        transfers.map(transfer => [transfer.name, transfer.bytes])
      ];
    };
    expect(shares(read)).toEqual(shares(profile));
  });
});

describe('the description of a GPU track', () => {
  const gpu = h200(1);
  const text = gpuDescription(7, gpu);

  it('is read as it was written, for the GPU that the track names', () => {
    expect(readGpuDescription('GPU 1 (NVIDIA H200)', text)).toEqual({ pid: 7, gpu });
    expect(readGpuDescription('GPU 2', text)).toEqual({ pid: 7, gpu: null });
    expect(readGpuDescription('stream 7', gpuDescription(7, null))).toEqual({ pid: 7, gpu: null });
  });

  it.each([
    ['thread', text],
    ['GPU 1', 'All work of this GPU'],
    ['GPU 1', '{"pid":'],
    ['GPU 1', '{"pid":-1,"gpus":[]}'],
    ['GPU 1', '{"pid":"7","gpus":[]}'],
    ['GPU 1', `{"pid":7,"gpus":[],"more":"${'x'.repeat(4096)}"}`]
  ])('is ignored where it is of another program or damaged: %s %s', (name, foreign) => {
    expect(readGpuDescription(name, foreign)).toBeNull();
  });
});
