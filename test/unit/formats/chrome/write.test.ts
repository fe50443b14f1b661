import fc from 'fast-check';
import { type ArgValue, type Profile, ProfileBuilder } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { exampleMeta, ODD_NAMES, richProfile } from '../../../support/richProfile';

interface ChromeEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly dur?: number;
  readonly id2?: { readonly local: string };
  readonly bp?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

function eventsOf(profile: Profile): ChromeEvent[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(encodeChromeTrace(profile));
  return (JSON.parse(text) as { readonly traceEvents: ChromeEvent[] }).traceEvents;
}

const seen = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

interface Drawn {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
  readonly args?: Record<string, ArgValue>;
}

function profileOf(slices: readonly Drawn[], kind: 'thread' | 'asyncLane' = 'thread'): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'row', kind });
  for (const slice of slices) builder.addSlice({ ...slice, category: 'x', track });
  return builder.build(exampleMeta(1000));
}

describe('an asynchronous event', () => {
  test('has the thread of the worker that it is under, else the process', () => {
    const builder = new ProfileBuilder();
    const process = builder.addTrack({ name: 'process', kind: 'process', pid: 7 });
    const worker = builder.addTrack({
      ...{ name: 'worker 2', kind: 'worker', parent: process, pid: 7, tid: 42 }
    });
    for (const parent of [process, worker]) {
      const track = builder.addTrack({ name: 'tasks', kind: 'asyncLane', parent, pid: 7 });
      builder.addSlice({ name: 'task', category: 'x', track, start: 0, duration: 5 });
    }
    const events = eventsOf(builder.build(exampleMeta(1000))).filter(({ ph }) => 'be'.includes(ph));
    const threads = events.map(({ ph, pid, tid }) => `${ph} ${pid} ${tid}`);
    expect(threads).toEqual(['b 7 7', 'e 7 7', 'b 7 42', 'e 7 42']);
  });
});

describe('a complete event', () => {
  test('has times in microseconds and the names of its label', () => {
    const [event] = eventsOf(profileOf([{ name: 'a', start: 1_234_567, duration: 1 }])).slice(-1);
    expect(event).toEqual({
      ph: 'X',
      ...{ pid: 1, tid: 1, name: 'a', cat: 'x', ts: 1234.567, dur: 0.001 }
    });
  });

  test('keeps any name and any argument', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean());
    const key = fc.string({ unit: 'binary', minLength: 1 }).filter(text => text !== '__proto__');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), key, value, (name, argName, arg) => {
        const [event] = eventsOf(
          profileOf([{ name, start: 0, duration: 1, args: { [argName]: arg } }])
        ).slice(-1);
        const isFinite = typeof arg !== 'number' || Number.isFinite(arg);
        expect(event.name).toBe(name);
        expect(event.args).toEqual({
          [argName]: isFinite ? (JSON.parse(JSON.stringify(arg)) as unknown) : String(arg)
        });
      })
    );
  });

  test('keeps odd names, with lone surrogates replaced', () => {
    const slices = ODD_NAMES.map((name, at) => ({ name, start: at * 10, duration: 5 }));
    const names = eventsOf(profileOf(slices)).filter(event => event.ph === 'X');
    expect(names.map(event => event.name)).toEqual(ODD_NAMES.map(seen));
  });

  test('keeps names longer than the room for an ordinary event', () => {
    const name = 'é'.repeat(50_000);
    const slices = Array.from({ length: 20 }, (_, at) => ({ name, start: at * 10, duration: 5 }));
    expect(eventsOf(profileOf(slices)).filter(event => event.name === name).length).toBe(20);
  });
});

describe('async events', () => {
  test('have the same local id on begin and end, in order of time', () => {
    const slices = [
      { name: 'a', start: 0, duration: 10_000 },
      { name: 'b', start: 2000, duration: 8000 },
      { name: 'c', start: 10_000, duration: 0 }
    ];
    const events = eventsOf(profileOf(slices, 'asyncLane')).filter(({ ph }) => 'be'.includes(ph));
    expect(events.map(({ ph, name, ts }) => `${ph} ${name} ${ts}`)).toEqual([
      'b a 0',
      'b b 2',
      'e b 10',
      'e a 10',
      'b c 10',
      'e c 10'
    ]);
    expect(new Set(events.map(event => event.id2?.local))).toEqual(new Set(['0x1']));
  });

  test('of different lanes have different ids', () => {
    const events = eventsOf(richProfile()).filter(({ ph }) => ph === 'b');
    expect(new Set(events.map(event => event.id2?.local)).size).toBe(2);
  });
});

test('flows bind to the enclosing slice', () => {
  const events = eventsOf(richProfile());
  const ends = events.filter(({ ph }) => ph === 'f');
  expect(ends.length).toBe(12);
  expect(ends.every(({ bp }) => bp === 'e')).toBe(true);
});

test('each counter value is an event of its own, keyed by unit', () => {
  const counters = eventsOf(richProfile()).filter(({ ph }) => ph === 'C');
  expect(counters.length).toBe(200);
  expect(new Set(counters.map(({ args }) => Object.keys(args ?? {}).join()))).toEqual(
    new Set(['bytes', 'count', 'percent', 'nanoseconds'])
  );
});

test('what is not finite or lies before the origin does not spoil the JSON', () => {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  builder.addSlice({ name: 'early', category: 'x', start: -500, duration: 1500, track });
  builder.addCounter({
    ...{ name: 'c', category: 'x', unit: 'count', kind: 'set', track },
    time: Float64Array.of(0, 1, 2),
    value: Float64Array.of(NaN, Infinity, 3)
  });
  const events = eventsOf(builder.build(exampleMeta(1000)));
  expect(events.filter(({ ph }) => ph === 'X')).toMatchObject([{ ts: 0, dur: 1 }]);
  expect(events.filter(({ ph }) => ph === 'C')).toMatchObject([{ args: { count: 3 } }]);
});

test('an empty profile is an empty list of events', () => {
  expect(eventsOf(new ProfileBuilder().build(exampleMeta(0)))).toEqual([]);
});

test('slices that all overlap in part take a row each, and none is cut or lost', () => {
  const slices = Array.from({ length: 100 }, (_, start) => ({ name: 'a', start, duration: 1000 }));
  const events = eventsOf(profileOf(slices));
  const begun = events.filter(({ ph }) => ph === 'b');
  expect(new Set(begun.map(({ id2 }) => id2?.local)).size).toBe(99);
  expect(begun.length + events.filter(({ ph }) => ph === 'X').length).toBe(100);
});
