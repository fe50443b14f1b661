import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeKscope } from '../../../../src/formats/kscope/read';
import { KscopeError } from '../../../../src/formats/kscope/kscopeContainer';
import {
  decodeRecording,
  encodeRecordedPart,
  encodeRecordingState,
  recordingHeader
} from '../../../../src/formats/kscope/kscopeRecording';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import type {
  RecordedAllocations,
  RecordedPart,
  RecordedSamples,
  StoredRecording
} from '../../../../src/model/profile/recordedPart';
import { createTable } from '../../../../src/columns/tableSchema';
import { validateProfile } from '../../../../src/model/validate/validate';
import { profileOfRecording } from '../../../../src/record/mirror/profileOfRecording';
import { profileNotes } from '../../../../src/report';
import { exampleMeta } from '../../../support/richProfile';
import { seededRandom } from '../../../support/random';
import { sizeOf } from '../../../support/tiers';

const FACTS = { folder: '/app', threadId: 0, lateSources: ['gc'] } as const;
const inflate = (bytes: Uint8Array): Uint8Array => inflateRawSync(bytes);

/** Slices that end one after another: `[token, parent, start, duration]`, all of the first label. */
function part(
  rows: readonly (readonly [number, number, number, number])[],
  more: Partial<RecordedPart> = {}
): RecordedPart {
  return {
    labels: [],
    slices: {
      length: rows.length,
      token: Uint32Array.from(rows, ([token]) => token),
      parent: Int32Array.from(rows, ([, parent]) => parent),
      start: Float64Array.from(rows, ([, , start]) => start),
      duration: Float64Array.from(rows, ([, , , duration]) => duration),
      label: new Uint32Array(rows.length)
    },
    counters: [],
    instants: {
      length: 0,
      time: new Float64Array(0),
      label: new Uint32Array(0),
      track: new Uint16Array(0),
      scope: new Uint8Array(0)
    },
    ...more
  };
}

function file(...parts: readonly RecordedPart[]): Buffer {
  const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes);
  return Buffer.concat([
    recordingHeader({ ...exampleMeta(0), status: 'recovered' }, FACTS),
    ...parts.map(each => encodeRecordedPart(each, deflate)),
    encodeRecordingState({ durationNs: 1000, cpuTimeNs: 500, sliceCostNs: 10, heap: null })
  ]);
}

function read(bytes: Uint8Array): StoredRecording {
  const recording = decodeRecording(bytes, inflate);
  if (!recording) throw new KscopeError('it is no recording');
  return recording;
}

/** How many slices a valid profile of it has; -1 where it is refused as it should be. */
function slicesIn(bytes: Uint8Array): number {
  try {
    return validateProfile(profileOfRecording(read(bytes))).slices.length;
  } catch (error) {
    expect(error).toBeInstanceOf(KscopeError);
    return -1;
  }
}

const NAMED = part([[2, 1, 30, 10]], { labels: [['step', 'range']] });
const LATER = part([
  [0, -1, 0, 100],
  [1, 0, 20, 40]
]);

/** Two functions, one of which called the other and allocated. */
function allocations(): RecordedAllocations {
  const heapSamples = createTable('heapSamples', 1);
  heapSamples.stack[0] = 1;
  heapSamples.bytes[0] = 4096;
  heapSamples.samples[0] = 2;
  const frames = createTable('frames', 2);
  frames.name.set([1, 2]);
  const stacks = createTable('stacks', 2);
  stacks.prefix.set([-1, 0]);
  stacks.frame.set([0, 1]);
  return { strings: ['', 'outer', 'inner'], frames, stacks, heapSamples };
}

/** Samples of `inner`, called by `outer`, and of an idle thread, from a time on. */
function samplesFrom(time: number): RecordedSamples {
  const { heapSamples: _, ...stacks } = allocations();
  const samples = createTable('samples', 2);
  samples.time.set([time, time + 10]);
  samples.weight.set([10, 5]);
  samples.stack.set([1, -1]);
  const lineTicks = createTable('lineTicks', 1);
  [lineTicks.file[0], lineTicks.line[0], lineTicks.ticks[0]] = [2, 7, 1];
  const lineTotals = createTable('lineTotals', 1);
  [lineTotals.file[0], lineTotals.line[0], lineTotals.self[0]] = [2, 7, 10];
  const coreWaits = { time: Float64Array.of(time + 15), value: Float64Array.of(3) };
  return { ...stacks, samples, lineTicks, lineTotals, coreWaits };
}

describe('the file of a recording that had not ended', () => {
  it('has the CPU samples as they were taken, in order', () => {
    const taken = [Uint8Array.of(1, 2, 3), Uint8Array.of(4), Uint8Array.of(5)];
    const parts = [taken.slice(0, 2), taken.slice(2)].map(each => part([], { takenSamples: each }));
    const { takenSamples = [] } = read(file(NAMED, ...parts));
    expect(takenSamples.map(each => [...each])).toEqual([[1, 2, 3], [4], [5]]);
  });

  it('has the samples that were placed, and lasts as long as they do', () => {
    const recording = read(file(NAMED, part([], { takenSamples: [Uint8Array.of(1)] })));
    const placed = { samples: samplesFrom(5000), isDamaged: false };
    const profile = validateProfile(profileOfRecording(recording, placed));
    const { samples, stacks, frames, strings, lineTicks, lineTotals, counters, sources } = profile;
    const names = [...samples.stack].map(stack =>
      stack < 0 ? '' : strings[frames.name[stacks.frame[stack]]]
    );
    expect([...samples.time]).toEqual([5000, 5010]);
    expect(names).toEqual(['inner', '']);
    expect([...lineTicks.file].map(each => strings[each])).toEqual(['inner']);
    expect([...lineTotals.self]).toEqual([10]);
    const waits = counters.find(({ category }) => category === CORE_WAIT.category);
    expect([...waits!.value]).toContain(3);
    expect(sources).toContainEqual(expect.objectContaining({ source: 'cpuSampler', records: 2 }));
    expect(profile.meta.durationNs).toBe(5010);
    expect(profile.meta.truncated).toBe(false);
  });

  it('says where its samples can be placed when they are not, and that some are damaged', () => {
    const recording = read(file(NAMED, part([], { takenSamples: [Uint8Array.of(1)] })));
    const unplaced = validateProfile(profileOfRecording(recording));
    const report = unplaced.sources.find(({ source }) => source === 'cpuSampler');
    expect(report).toMatchObject({ status: 'partial', records: 0 });
    expect(report!.message).toContain('kernelscope convert FILE.kscope PROFILE.kscope');
    const damaged = profileOfRecording(recording, { samples: null, isDamaged: true });
    expect(damaged.meta.truncated).toBe(true);
  });

  it('has who allocated, by what it was told last', () => {
    const first = { ...allocations(), heapSamples: createTable('heapSamples', 0) };
    const parts = [first, allocations()].map(each => part([], { allocations: each }));
    const profile = validateProfile(profileOfRecording(read(file(NAMED, ...parts))));
    expect([...profile.heapSamples.bytes]).toEqual([4096]);
    const { frames, stacks, strings, heapSamples, sources } = profile;
    const names = [...stacks.frame].map(frame => strings[frames.name[frame]]);
    expect(names).toEqual(['outer', 'inner']);
    expect([...heapSamples.stack]).toEqual([1]);
    expect(sources).toContainEqual(expect.objectContaining({ source: 'allocations', records: 2 }));
  });

  it.each([
    { usedBytes: 99, limitBytes: 100, isFull: true },
    { usedBytes: 50, limitBytes: 100, isFull: false }
  ])('tells whether the heap was full: $usedBytes of $limitBytes', ({ isFull, ...heap }) => {
    const bytes = Buffer.concat([
      file(NAMED),
      encodeRecordingState({ durationNs: 1000, cpuTimeNs: 500, sliceCostNs: 10, heap })
    ]);
    const notes = profileNotes(validateProfile(profileOfRecording(read(bytes))));
    expect(/ran out of memory/.test(notes[0])).toBe(isFull);
    expect(notes).toContain(
      'Garbage collection: lost, as it is read at the end, which this recording did not reach.'
    );
  });

  it('gives slices their parents that ended after them', () => {
    const { slices, meta } = validateProfile(profileOfRecording(read(file(NAMED, LATER))));
    expect([...slices.start]).toEqual([0, 20, 30]);
    expect([...slices.parent]).toEqual([-1, 0, 1]);
    expect(meta).toMatchObject({
      status: 'recovered',
      durationNs: 1000,
      cpuTimeNs: 500,
      overheadNs: 30,
      truncated: false
    });
  });

  it('leaves out the parent that had not ended', () => {
    const { slices } = validateProfile(profileOfRecording(read(file(NAMED))));
    expect([...slices.parent]).toEqual([-1]);
  });

  it('is read as far as it goes, wherever it was cut off', () => {
    const whole = file(NAMED, LATER);
    const counts = new Set<number>();
    for (let length = 0; length < whole.length; length++) {
      counts.add(slicesIn(whole.subarray(0, length)));
    }
    expect([...counts]).toEqual([-1, 0, 1, 3]);
  });

  it('never gives an invalid profile, whatever byte is wrong', () => {
    const random = seededRandom(5);
    const whole = file(NAMED, LATER, part([], { allocations: allocations() }));
    for (let attempt = 0; attempt < sizeOf(500, 2000); attempt++) {
      const damaged = Buffer.from(whole);
      damaged[Math.floor(random() * whole.length)] ^= 1 << Math.floor(random() * 8);
      expect(slicesIn(damaged)).toBeLessThanOrEqual(3);
    }
  });

  it('is refused where all of it contradicts itself', () => {
    expect(() => read(file(part([[0, -1, 0, 5]])))).toThrow(/contradicts itself/);
  });

  it.each([-1, NaN, 2 ** 54])('is read without a slice that begins at %d, and says so', start => {
    const { slices, isCutOff } = read(
      file(
        NAMED,
        part([
          [0, -1, start, 5],
          [1, -1, 10, 5]
        ])
      )
    );
    expect([...slices.start]).toEqual([30, 10]);
    expect(isCutOff).toBe(true);
  });

  it('is not taken for a profile without slices', () => {
    expect(() => decodeKscope(file(NAMED), { inflate })).toThrow(/recording that had not ended/);
  });
});
