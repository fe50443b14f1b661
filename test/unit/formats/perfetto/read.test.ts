import { readFileSync } from 'node:fs';
import { PROFILE_VERSION, type Profile, validateProfile } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { readPerfettoTrace } from '../../../../src/formats/perfetto/read';
import { TraceImportError } from '../../../../src/formats/shared/imported/importLimits';
import { encodePerfetto } from '../../../../src/formats/perfetto/write';
import { richProfile } from '../../../support/richProfile';
import { seededRandom } from '../../../support/random';
import { bytes, text, uint } from '../../../support/protobufFields';
import { argsOf } from '../../../support/traceTotals';

const OPTIONS = { id: 'again', name: 'file', writtenAtMs: 5 };

const read = (bytes: Uint8Array): Profile => readPerfettoTrace(bytes, OPTIONS);

describe('a trace that Perfetto’s own package wrote', () => {
  const file = readFileSync(
    new URL('../../../golden/perfetto/foreign.perfetto-trace', import.meta.url)
  );
  const profile = read(file);
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

/** A trace of some packets, each of some fields. */
const traceOf = (...packets: readonly number[][][]): Uint8Array =>
  Uint8Array.from(packets.flatMap(fields => bytes(1, ...fields)));

describe('clocks', () => {
  const BOOTTIME = 6;
  const own = (value: number): number[] => bytes(1, uint(1, 64), uint(2, value), uint(3, 1));
  const known = (id: number, value: number): number[] => bytes(1, uint(1, id), uint(2, value));
  const mark = (time: number, clock: number): number[][] => [
    ...[uint(10, 1), uint(8, time), uint(58, clock)],
    bytes(11, uint(9, 3), uint(11, 5))
  ];
  const timesOf = (trace: Uint8Array): number[] => [...read(trace).instants.time];

  test('a snapshot that comes late counts for the packets before it, also where steps are counted', () => {
    const trace = traceOf(
      [uint(10, 1), uint(13, 1), bytes(6, known(3, 1000), own(1000))],
      mark(0, 64),
      mark(5, 64),
      [uint(10, 9), bytes(6, known(BOOTTIME, 8000), known(3, 2000))],
      mark(5, 64),
      mark(7100, BOOTTIME)
    );
    expect(timesOf(trace)).toEqual([0, 5, 10, 100]);
  });

  test('times of a clock that nothing leads to from the others are left out and counted', () => {
    const trace = traceOf(
      [uint(10, 1), bytes(6, known(BOOTTIME, 100), known(3, 50))],
      mark(100, BOOTTIME),
      mark(60, 3),
      mark(5, 99)
    );
    expect(timesOf(trace)).toEqual([0, 10]);
    expect(read(trace).sources[0].message).toContain('1 event has no usable time');
  });

  test('times of one clock alone are as they are, without any snapshot', () => {
    expect(timesOf(traceOf(mark(70, 3), mark(100, 3)))).toEqual([0, 30]);
  });

  test('a snapshot that contradicts others is left out and counted', () => {
    const trace = traceOf(
      [uint(10, 1), bytes(6, known(BOOTTIME, 100), known(3, 50))],
      [uint(10, 1), bytes(6, known(BOOTTIME, 90), known(3, 1000))],
      mark(100, BOOTTIME),
      mark(60, 3)
    );
    expect(timesOf(trace)).toEqual([0, 10]);
    expect(read(trace).sources[0].message).toContain('1 snapshot of clocks contradicts others');
  });

  test('very many snapshots and clocks take no longer than these', () => {
    const packets = Array.from({ length: 4000 }, (_, at) => [
      [uint(10, at + 1), uint(13, 1), bytes(6, known(3, at), own(at))],
      [uint(10, at + 1), uint(8, 1), uint(58, 64), bytes(11, uint(9, 3))]
    ]).flat();
    const linked = [[uint(10, 1), bytes(6, known(BOOTTIME, 7), known(3, 7))]];
    expect(read(traceOf(...linked, ...packets)).instants.length).toBe(4000);
    expect(read(traceOf(...packets, ...linked)).instants.length).toBe(4000);
  });
});

describe('records that are not read', () => {
  test('are counted and named, whatever their field', () => {
    const other = (field: number): number[][] => [uint(10, 1), bytes(field, uint(1, 1))];
    const { message } = read(traceOf(other(56), other(1234), other(33))).sources[0];
    expect(message).toBe(
      'Of this trace, 2 events are of kinds that are not read (heap graphs, field 1234).'
    );
  });

  test('fields of events are counted by event, and named', () => {
    const mark = (...fields: number[][]): number[][] => [
      ...[uint(10, 1), uint(8, 5)],
      bytes(11, uint(9, 3), ...fields)
    ];
    const stack = bytes(55, bytes(1, text(1, 'main')));
    const { message } = read(
      traceOf(mark(), mark(stack, uint(52, 7)), mark(uint(52, 7)), mark(bytes(1017, uint(1, 1))))
    ).sources[0];
    expect(message).toBe(
      'Of this trace, 3 events have fields that are not read (stacks, correlations, typed arguments).'
    );
  });

  test('loss of packets is told, and so are names that only lost ones had', () => {
    const lost = readFileSync(
      new URL('../../../golden/perfetto/lostPackets.perfetto-trace', import.meta.url)
    );
    const profile = read(lost);
    expect(profile.slices.length).toBe(1);
    expect(profile.sources[0].message).toContain('1 stretch of packets was lost');
    const nameless = traceOf(
      [uint(10, 1), uint(13, 1)],
      [uint(10, 1), uint(8, 5), bytes(11, uint(9, 3), uint(10, 77))]
    );
    expect(read(nameless).sources[0].message).toContain(
      '1 name, category or text is not in the file'
    );
  });

  test('counter values beside an event need a counter each', () => {
    const trace = traceOf([
      ...[uint(10, 1), uint(8, 5)],
      bytes(11, uint(9, 3), uint(31, 7), uint(12, 1), uint(12, 2))
    ]);
    const profile = read(trace);
    expect(profile.counters).toHaveLength(1);
    expect(profile.sources[0].message).toContain('1 counter value does not say its counter');
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
    const trace = [...describe(1, 2), ...describe(2, 1), ...describe(3, 3), ...mark(1), ...mark(3)];
    const { tracks, instants } = read(Uint8Array.from(trace));
    expect(instants.length).toBe(2);
    expect(tracks.filter(({ parent }) => parent < 0)).toHaveLength(2);
  });
});

describe('samples of stacks', () => {
  const frame = (name: string, file = '', line = 0): number[] =>
    bytes(1, text(1, name), ...(file === '' ? [] : [text(2, file), uint(3, line)]));
  const inline = (...frames: number[][]): number[] => bytes(5, ...frames);
  const thread = (pid: number, tid: number): number[] => bytes(1, uint(2, pid), uint(3, tid));
  const sample = (time: number, ...fields: number[][]): number[][] => [
    ...[uint(10, 1), uint(8, time)],
    bytes(135, ...fields)
  ];
  const defaults = (unit: number[]): number[][] => [
    ...[uint(10, 1), uint(13, 1)],
    bytes(59, bytes(100, text(1, 'python.wall'), bytes(2, text(2, 'counter'), unit)))
  ];
  const NANOSECONDS = uint(3, 1);

  /** Stacks from the root on, with the file and line of each frame that has them. */
  const stackText = ({ stacks, frames, strings }: Profile, row: number): string => {
    const own: string[] = [];
    for (let at = row; at >= 0; at = stacks.prefix[at]) {
      const file = strings[frames.file[stacks.frame[at]]];
      const line = file === '' ? '' : ` (${file}:${frames.line[stacks.frame[at]]})`;
      own.unshift(`${strings[frames.name[stacks.frame[at]]]}${line}`);
    }
    return own.join(' > ');
  };
  const samplesOf = (profile: Profile): string[] =>
    Array.from(profile.samples.stack, (stack, row) => {
      const { kind, name, pid, tid } = profile.tracks[profile.samples.track[row]];
      const place = kind === 'thread' ? `${pid}/${tid}` : `${kind} ${name}`;
      return `${place} ${stackText(profile, stack)} +${profile.samples.weight[row]}`;
    });

  test('written inline have their stacks, threads, weights and units', () => {
    const profile = read(
      traceOf(
        defaults(NANOSECONDS),
        sample(1000, thread(100, 101), inline(frame('main', '/a.py', 10), frame('f')), uint(11, 5)),
        sample(2000, thread(100, 102), inline(frame('main', '/a.py', 10)), uint(11, 7)),
        sample(3000, thread(100, 101), bytes(9, uint(3, 1), uint(5, 1000)), uint(11, 2))
      )
    );
    expect(samplesOf(profile)).toEqual([
      '100/101 main (/a.py:10) > f +5',
      '100/102 main (/a.py:10) +7',
      '100/101  +2000'
    ]);
    expect(profile.sources[0].message).toBe('');
  });

  test('that refer to interned stacks, threads, contexts and units have these', () => {
    const interned = bytes(
      12,
      ...[bytes(5, uint(1, 1), text(2, 'foo')), bytes(6, uint(1, 1), uint(2, 1))],
      ...[bytes(7, uint(1, 1), uint(2, 1)), bytes(48, uint(1, 9), uint(2, 100), uint(3, 101))],
      ...[bytes(50, uint(1, 4), uint(3, 1)), bytes(51, uint(1, 7), text(2, 'worker-1'))]
    );
    const profile = read(
      traceOf(
        [uint(10, 1), uint(13, 1), interned],
        sample(1000, uint(2, 9), uint(6, 1), uint(10, 4), uint(11, 5)),
        sample(2000, bytes(1, uint(2, 100), uint(4, 7)), uint(6, 1), uint(10, 4), uint(11, 3)),
        sample(3000, uint(2, 8), uint(6, 1))
      )
    );
    expect(samplesOf(profile)).toEqual(['100/101 foo +5', 'asyncLane worker-1 foo +3']);
    expect(profile.sources[0].message).toBe(
      'Of this trace, 1 packet refers to others that are not in the file and is left out.'
    );
  });

  test('of bytes are allocations, of CPU cycles last until the next, of others are counted', () => {
    const stack = [thread(1, 1), inline(frame('grow'))];
    const ofBytes = read(
      traceOf(
        defaults(uint(3, 4)),
        sample(10, ...stack, uint(11, 64)),
        sample(20, ...stack, uint(11, 36), uint(14, 5))
      )
    );
    expect([...ofBytes.heapSamples.bytes]).toEqual([100]);
    expect(ofBytes.sources[0].message).toContain('1 event has fields that are not read (further w');
    const ofCycles = read(
      traceOf(defaults(uint(3, 2)), sample(10, ...stack), sample(25, ...stack))
    );
    expect([...ofCycles.samples.weight]).toEqual([15, 15]);
    const ofMisses = read(traceOf(defaults(uint(3, 6)), sample(10, ...stack, uint(11, 3))));
    expect(ofMisses.samples.length).toBe(0);
    expect(ofMisses.sources[0].message).toContain('(stack samples in other units than time and b');
  });
});
