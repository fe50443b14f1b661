import fc from 'fast-check';
import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeSpeedscope } from '../../../../src/formats/speedscope/write';
import { fullProfile } from '../../../support/fullProfile';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { drawProfile } from '../../../support/drawProfile';
import { exampleMeta } from '../../../support/richProfile';
import { sampledProfile } from '../../../support/sampledProfile';

interface File {
  readonly $schema: string;
  readonly name: string;
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly FileProfile[];
}

interface FileProfile {
  readonly type: string;
  readonly name: string;
  readonly unit: string;
  readonly startValue: number;
  readonly endValue: number;
  readonly samples?: readonly (readonly number[])[];
  readonly weights?: readonly number[];
  readonly events?: readonly {
    readonly type: string;
    readonly frame: number;
    readonly at: number;
  }[];
}

const fileOf = (profile: Profile): File =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(encodeSpeedscope(profile))) as File;

const eventsOf = (file: File, at: number): string[] =>
  (file.profiles[at].events ?? []).map(
    ({ type, frame, at: time }) => `${type} ${file.shared.frames[frame].name} ${time}`
  );

describe('speedscope JSON', () => {
  test('opens and closes slices in order of time, from the origin on', () => {
    const file = fileOf(
      drawProfile(`
      main |[train   ]
           | [a ][b ]
      lane |  [wait]
    `)
    );
    expect(eventsOf(file, 0)).toEqual([
      ...['O train 0', 'O a 1', 'C a 5', 'O b 5', 'C b 9', 'C train 10']
    ]);
    expect(file.profiles.map(({ name, type }) => `${type} ${name}`)).toEqual([
      ...['evented main', 'evented lane']
    ]);
  });

  test('has slices that partly overlap others in further profiles', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    ['a', 'b', 'c'].forEach((name, at) => {
      builder.addSlice({ name, category: 'x', start: at * 4, duration: 10, track });
    });
    const file = fileOf(builder.build(exampleMeta(18)));
    expect(file.profiles.map(({ name }) => name)).toEqual([
      ...['main', 'main (overlapping 1)', 'main (overlapping 2)']
    ]);
    expect(eventsOf(file, 2)).toEqual(['O c 8', 'C c 18']);
  });

  test('has as many of these as overlap at a time, and cuts no slice', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    for (let at = 0; at < 100; at++) {
      builder.addSlice({ name: 'a', category: 'x', start: at, duration: 1000, track });
    }
    const file = fileOf(builder.build(exampleMeta(1100)));
    expect(file.profiles.length).toBe(100);
    const opened = file.profiles.flatMap(({ events = [] }) => events).filter(e => e.type === 'O');
    expect(opened.length).toBe(100);
    expect(eventsOf(file, 99)).toEqual(['O a 99', 'C a 1099']);
  });

  test('weighs samples in nanoseconds, idle ones without a stack', () => {
    const profile = sampledProfile({ samples: 40, names: ['a', 'b'], threads: 1, heap: false });
    const [cpu] = fileOf(profile).profiles;
    expect([cpu.type, cpu.unit, cpu.startValue]).toEqual(['sampled', 'nanoseconds', 0]);
    expect(cpu.weights).toEqual(Array.from(profile.samples.weight));
    expect(cpu.endValue).toBe(profile.meta.durationNs);
    const idle = Array.from(profile.samples.stack, stack => stack < 0);
    expect(cpu.samples?.map(({ length }) => length === 0)).toEqual(idle);
  });

  test('of an empty profile has one profile without events', () => {
    const file = fileOf(new ProfileBuilder().build(exampleMeta(500)));
    expect(file.shared.frames).toEqual([]);
    expect(file.profiles).toEqual([
      {
        ...{ type: 'evented', name: 'example', unit: 'nanoseconds' },
        ...{ startValue: 0, events: [], endValue: 500 }
      }
    ]);
  });

  test('of any profile is as its schema demands: frames exist, events nest, times do not fall', () => {
    fc.assert(
      fc.property(fullProfile(), profile => expectValid(fileOf(profile))),
      { numRuns: 60 }
    );
  });
});

function expectValid({ $schema, shared, profiles }: File): void {
  expect($schema).toBe('https://www.speedscope.app/file-format-schema.json');
  expect(profiles.length).toBeGreaterThan(0);
  for (const { samples = [], weights = [], events = [], startValue, endValue } of profiles) {
    expect(samples.length).toBe(weights.length);
    const frames = [...samples.flat(), ...events.map(({ frame }) => frame)];
    for (const frame of frames) expect(shared.frames[frame]).toBeDefined();
    const last = lastOfNested(events, startValue);
    expect(endValue).toBeGreaterThanOrEqual(last);
  }
}

/** Time of the last event, of events that nest and whose times do not fall. */
function lastOfNested(events: NonNullable<FileProfile['events']>, startValue: number): number {
  const open: number[] = [];
  let last = startValue;
  for (const { type, frame, at } of events) {
    expect(at).toBeGreaterThanOrEqual(last);
    last = at;
    if (type === 'O') open.push(frame);
    else expect(open.pop()).toBe(frame);
  }
  expect(open).toEqual([]);
  return last;
}

test('streams of several GPUs are profiles that name their GPU', () => {
  const profile = drawGpuProfile('main |[conv]\ngpu 0/7 |[K ]\ngpu 1/7 |  [K  ]');
  expect(fileOf(profile).profiles.map(({ name }) => name)).toEqual([
    ...['main', 'GPU 0 (Test) · stream 7', 'GPU 1 (Test) · stream 7']
  ]);
});
