import { readFileSync } from 'node:fs';
import type { Profile } from 'kernelscope/model';
import { PROFILE_VERSION, validateProfile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { readPerfettoTrace } from '../../../../src/formats/perfetto/read';
import { TraceImportError } from '../../../../src/formats/shared/imported/traceImportError';
import { encodePerfetto } from '../../../../src/formats/perfetto/write';
import { richProfile } from '../../../support/richProfile';
import { seededRandom } from '../../../support/random';
import { argsOf } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };

const read = (bytes: Uint8Array): Profile => readPerfettoTrace(bytes, OPTIONS);

describe('a trace that Perfetto’s own package wrote', () => {
  const bytes = readFileSync(
    new URL('../../../golden/perfetto/foreign.perfetto-trace', import.meta.url)
  );
  const profile = read(bytes);
  const { slices, labels, strings, tracks, instants, counters, flows } = profile;
  const nameOf = (label: number): string => strings[labels.name[label]];

  test('has slices with interned and plain names, on the track of their thread', () => {
    const rows = Array.from(slices.label, (label, row) => {
      const category = strings[labels.category[label]];
      return `${category} ${nameOf(label)} ${slices.start[row]}+${slices.duration[row]}`;
    });
    expect(rows).toEqual(['http handle größe 0+1000', 'plain inner 500+300', ' later 2000+5000']);
    expect(tracks[slices.track[0]]).toMatchObject({ name: 'worker', kind: 'thread', tid: 43 });
    expect(tracks[0]).toMatchObject({ name: 'server', kind: 'process', pid: 42 });
  });

  test('has annotations as arguments, those with parts as JSON, those of ends as well', () => {
    expect(argsOf(profile, 'handle größe')).toEqual({
      request: '{"path":"/a\\"b","sizes":[-5,0.5,true]}',
      bytes: 2 ** 40,
      delta: -3
    });
    expect(argsOf(profile, 'inner')).toEqual({ status: 'ok' });
    expect(argsOf(profile, 'later')).toEqual({ unfinished: true });
  });

  test('has times of all clocks on one, also those that count on from packet to packet', () => {
    const marks = Array.from(
      instants.label,
      (label, row) => `${nameOf(label)} ${instants.time[row]}`
    );
    expect(marks).toEqual(['tick 2100', 'first 5000', 'second 7000']);
    expect(profile.meta.startedAtMs).toBeCloseTo(1_795_206_963_537.747, 3);
    expect(profile.meta.originNs).toBe('6000');
  });

  test('has counters in their units, and steps of counters as sums', () => {
    expect(counters).toMatchObject([
      { name: 'bytes read', unit: 'bytes', value: Float64Array.of(2048, 5120) },
      { name: 'load', unit: 'percent', value: Float64Array.of(12.5) }
    ]);
  });

  test('has arrows, and says what it does not have', () => {
    expect(flows).toMatchObject({ from: Uint32Array.of(0), to: Uint32Array.of(2) });
    expect(profile.sources[0].message).toContain('1 packet refers to others');
    expect(profile.sources[0].message).toContain('1 event is of a kind that is not read');
  });
});

describe('what is cut off, foreign or damaged', () => {
  const whole = encodePerfetto(richProfile(20));

  test('every beginning of a trace gives the packets that are whole', () => {
    const all = read(whole).slices.length;
    for (let length = 100; length < whole.length; length += 101) {
      const profile = read(whole.subarray(0, length));
      expect(profile.slices.length).toBeLessThanOrEqual(all);
    }
    expect(read(whole.subarray(0, whole.length - 1)).meta.truncated).toBe(true);
    expect(read(whole).meta.truncated).toBe(false);
  });

  test('damage anywhere gives a valid profile or a named error', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 100; run++) {
      const damaged = whole.slice();
      for (let hit = 0; hit < 5; hit++) {
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      }
      try {
        expect(validateProfile(read(damaged)).version).toBe(PROFILE_VERSION);
      } catch (error) {
        expect(error).toHaveProperty('name', expect.stringMatching(/^(TraceImport|Profile)Error$/));
      }
    }
  });

  test('bytes of something else are an error', () => {
    expect(() => read(Uint8Array.of(0x0a, 0x05, 1))).toThrow(TraceImportError);
    expect(() => read(new TextEncoder().encode('\nhello world'))).toThrow(/no packets/);
  });

  test('tracks that are above themselves become roots', () => {
    const packet = (...content: number[]): number[] => [0x0a, content.length, ...content];
    const describe = (uuid: number, parent: number): number[] =>
      packet(0xe2, 0x03, 4, 0x08, uuid, 0x28, parent);
    const mark = (uuid: number): number[] => packet(0x40, 1, 0x5a, 4, 0x48, 3, 0x58, uuid);
    const bytes = [...describe(1, 2), ...describe(2, 1), ...describe(3, 3), ...mark(1), ...mark(3)];
    const { tracks, instants } = read(Uint8Array.from(bytes));
    expect(instants.length).toBe(2);
    expect(tracks.filter(({ parent }) => parent < 0)).toHaveLength(2);
  });
});
