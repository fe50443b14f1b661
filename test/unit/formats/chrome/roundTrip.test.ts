import fc from 'fast-check';
import {
  CUSTOM_OPERATOR_CATEGORY,
  FrameKind,
  OPERATOR_CATEGORY,
  type Profile,
  ProfileBuilder
} from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { readChromeTrace } from '../../../../src/formats/chrome/read';
import { readPerfettoTrace } from '../../../../src/formats/perfetto/read';
import { encodeKinetoTrace } from '../../../../src/formats/chrome/kinetoTrace';
import { encodePerfetto } from '../../../../src/formats/perfetto/write';
import { fullProfile } from '../../../support/fullProfile';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import type { GpuReport } from '../../../../src/model/output/gpuReport';
import { gpuTraining } from '../../../support/gpuTraining';
import { gpuProfile } from '../../../support/gpuProfile';
import { objectsProfile } from '../../../support/objectsProfile';
import { exampleMeta, richProfile } from '../../../support/richProfile';
import { argsOf, instantCounts, isNested, sliceTotals } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };
const SCRIPTS = { kindOf: () => FrameKind.user };

/** Kineto's word for operators becomes ours, whoever wrote it. */
const inOurWords = (name: string): string => (name === 'cpu_op' ? OPERATOR_CATEGORY : name);

const FORMATS = {
  'Chrome trace': {
    encode: encodeChromeTrace,
    read: (bytes: Uint8Array) => readChromeTrace(bytes, OPTIONS, SCRIPTS),
    category: inOurWords
  },
  'Kineto trace': {
    encode: encodeKinetoTrace,
    read: (bytes: Uint8Array) => readChromeTrace(bytes, OPTIONS, SCRIPTS),
    category: (name: string) =>
      name === CUSTOM_OPERATOR_CATEGORY ? OPERATOR_CATEGORY : inOurWords(name)
  },
  'Perfetto trace': {
    encode: encodePerfetto,
    read: (bytes: Uint8Array) => readPerfettoTrace(bytes, OPTIONS),
    category: inOurWords
  }
} as const;

const PROFILES: Readonly<Record<string, Profile>> = {
  rich: richProfile(),
  gpu: gpuProfile(),
  objects: objectsProfile()
};

function again(profile: Profile, format: keyof typeof FORMATS): Profile {
  const { encode, read } = FORMATS[format];
  return read(encode(profile));
}

const formats = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

describe.each(formats)('a %s that was written here', format => {
  const { category } = FORMATS[format];

  test.each(Object.keys(PROFILES))('has the names, counts and totals of the %s profile', name => {
    const profile = PROFILES[name];
    const read = again(profile, format);
    expect(sliceTotals(read)).toEqual(sliceTotals(profile, category));
    expect(instantCounts(read)).toEqual(instantCounts(profile));
    expect(read.sources).toMatchObject([{ source: 'import', status: 'ok', message: '' }]);
  });

  test('has those of any profile, on tracks whose slices nest', () => {
    fc.assert(
      fc.property(fullProfile(), profile => {
        const read = again(profile, format);
        expect(sliceTotals(read)).toEqual(sliceTotals(profile, category));
        expect(instantCounts(read)).toEqual(instantCounts(profile));
        expect(isNested(read)).toBe(true);
      }),
      { numRuns: 60 }
    );
  });

  test('has the counters with their units and values', () => {
    const facts = ({ counters }: Profile): unknown[] =>
      counters
        .map(({ name, unit, time, value }) => ({ name, unit, time: [...time], value: [...value] }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(facts(again(richProfile(), format))).toEqual(facts(richProfile()));
  });

  test('has the streams of GPUs, and the arrows that lead to their work', () => {
    const read = again(gpuProfile(), format);
    const kinds = read.tracks.map(({ kind }) => kind);
    expect(kinds.filter(kind => kind === 'device')).toHaveLength(2);
    expect(kinds.filter(kind => kind === 'cudaStream')).toHaveLength(4);
    const { flows, slices, labels, strings, tracks } = read;
    const arrows = Array.from(flows.label, (label, at) => ({
      category: strings[labels.category[label]],
      to: tracks[slices.track[flows.to[at]]].kind,
      from: strings[labels.name[slices.label[flows.from[at]]]]
    }));
    const launches = arrows.filter(arrow => arrow.category === 'ac2g');
    expect(launches).toHaveLength(18);
    expect(new Set(launches.map(({ to }) => to))).toEqual(new Set(['cudaStream']));
    expect(new Set(launches.map(({ from }) => from))).toEqual(new Set(['cudaLaunchKernel']));
    expect(flows.length).toBe(gpuProfile().flows.length);
  });

  test('tells of GPUs what the recording did, with counters in their units', () => {
    const profile = gpuTraining({ gpus: 2, steps: 10 });
    const read = again(profile, format);
    const durationNs = read.meta.durationNs;
    const expected = gpuReport({ ...profile, meta: { ...profile.meta, durationNs } });
    const withoutTracks = (report: GpuReport | null) =>
      JSON.parse(JSON.stringify({ ...report, lines: [] }), (key, value: unknown) => {
        if (key === 'track') return undefined;
        return key === 'grid' || key === 'block' ? String(value).replaceAll(' ', '') : value;
      }) as unknown;
    expect(withoutTracks(gpuReport(read))).toEqual(withoutTracks(expected));
    const counters = ({ counters: series, tracks }: Profile) =>
      series
        .map(({ name, unit, track }) => `${name} ${unit} ${tracks[track].kind}`)
        .filter(text => text.endsWith('device'))
        .sort();
    expect(counters(read)).toEqual(counters(profile));
    expect(counters(read)).toContain('power watts device');
  });

  test('knows a GPU by its name that only has counters', () => {
    const builder = new ProfileBuilder();
    builder.addTrack({ name: 'main', kind: 'thread' });
    const track = builder.addTrack({ name: 'GPU 1 (NVIDIA H200)', kind: 'device', tid: 1 });
    builder.addSlice({ name: 'a', category: 'operator', start: 0, duration: 10, track: 0 });
    builder.addCounter({
      ...{ name: 'power', category: 'GPU', unit: 'watts', kind: 'sampled', track },
      ...{ time: Float64Array.of(1, 5), value: Float64Array.of(70, 71.5) }
    });
    const { tracks, counters } = again(builder.build(exampleMeta(10)), format);
    const [{ unit, track: place }] = counters;
    expect([unit, tracks[place].kind, tracks[place].name]).toEqual([
      ...['watts', 'device', 'GPU 1 (NVIDIA H200)']
    ]);
  });

  test('has the arguments of slices', () => {
    const before = argsOf(richProfile(), 'with args');
    const after = argsOf(again(richProfile(), format), 'with args');
    if (format === 'Perfetto trace') expect(after).toEqual(before);
    else expect(after).toEqual({ ...before, notANumber: 'NaN', infinite: '-Infinity' });
  });

  test('has shapes and the sequence numbers of both directions under our keys', () => {
    const read = again(gpuProfile(), format);
    const { args, strings } = read;
    const keys = Array.from(args.key, key => strings[key]);
    expect(keys.filter(key => key === 'seq')).toHaveLength(6);
    expect(keys.filter(key => key === 'stashed seq')).toHaveLength(6);
    expect(argsOf(read, 'matMul').inputShapes).toBe('[[32,64],[64,10]]');
  });

  test('begins where the recording began', () => {
    const read = again(richProfile(), format);
    expect(read.meta.startedAtMs).toBe(1_700_000_000_000);
    expect(read.meta.name).toBe(format === 'Perfetto trace' ? 'file' : 'example');
    expect(Math.min(...read.slices.start)).toBe(0);
  });
});

test('CPU samples of a Perfetto trace come back with their stacks', () => {
  const { samples, strings, frames, stacks } = again(richProfile(), 'Perfetto trace');
  expect(samples.length).toBe(richProfile().samples.stack.filter(stack => stack >= 0).length);
  const names = Array.from(frames.name, name => strings[name]);
  expect(names).toEqual(expect.arrayContaining(['train', 'größe', 'matMul']));
  expect(stacks.length).toBeGreaterThan(1);
});
