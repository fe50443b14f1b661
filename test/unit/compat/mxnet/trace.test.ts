import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { ObjectBench } from '../../../support/profilerObjects';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly s?: string;
  readonly tid: number;
  readonly ts: number;
  readonly id2?: { readonly local: string };
  readonly args?: Readonly<Record<string, unknown>>;
}

function eventsOf(profile: Profile): TraceEvent[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(encodeChromeTrace(profile));
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: TraceEvent[] };
  return traceEvents.filter(({ ph }) => ph !== 'M');
}

describe('the Chrome trace of objects', () => {
  const bench = new ObjectBench();
  const domain = new bench.objects.Domain('MyDomain');
  const events = eventsOf(
    bench.record(() => {
      domain.newCounter('counter1', 5);
      domain.newTask('task1').run(() => bench.wait(2));
      for (const us of [3, 4]) domain.newFrame('frame1').run(() => bench.wait(us));
      new bench.objects.Event('event1').run(() => bench.wait(1));
      for (const scope of ['global', 'process', 'thread', 'task', 'marker'] as const) {
        domain.newMarker('marker1').mark(scope);
      }
    })
  );
  const of = (category: string) => events.filter(({ cat }) => cat === category);
  const phases = (category: string) => of(category).map(({ ph, name }) => `${ph} ${name}`);

  it('has tasks and frames as asynchronous pairs, frames with their number', () => {
    expect(phases('MyDomain').filter(text => text.includes('task1'))).toEqual([
      'b task1',
      'e task1'
    ]);
    expect(phases('MyDomain,frame').filter(text => !text.startsWith('C'))).toEqual([
      'b frame1 #1',
      'e frame1 #1',
      'b frame1 #2',
      'e frame1 #2'
    ]);
    for (const { id2 } of of('MyDomain').filter(({ ph }) => ph === 'b')) {
      expect(Number(id2?.local)).toBeLessThan(1 << 16);
    }
  });

  it('has events as pairs on their thread', () => {
    const pair = of('event');
    expect(pair.map(({ ph, name, ts }) => [ph, name, ts])).toEqual([
      ['B', 'event1', 9],
      ['E', 'event1', 10]
    ]);
    expect(pair[0].tid).toBe(pair[1].tid);
  });

  it('has counters, and the rate of frames', () => {
    expect(events.filter(({ ph }) => ph === 'C').map(({ name }) => name)).toEqual([
      'counter1',
      'frame1 (frames/s)'
    ]);
  });

  it('has marks with their scope; those that Chrome does not know are of the thread', () => {
    const marks = of('MyDomain,instant_marker');
    expect(marks.map(({ ph, s }) => `${ph} ${s}`)).toEqual(['i g', 'i p', 'i t', 'i t', 'i t']);
    expect(marks.map(({ args }) => args?.scope)).toEqual([
      undefined,
      undefined,
      undefined,
      'task',
      'marker'
    ]);
  });
});

describe('whatever is done with objects', () => {
  const calls = ['start', 'stop', 'dispose', 'begin', 'end', 'pause', 'resume', 'count'] as const;
  const steps = array(
    tuple(constantFrom(...calls), integer({ min: 0, max: 5 }), integer({ min: 0, max: 2 })),
    {
      maxLength: 60
    }
  );

  it('the profile is valid, slices of a track never cross, and its trace is one document', () => {
    assert(
      property(steps, drawn => {
        const bench = new ObjectBench();
        const { Domain, Event } = bench.objects;
        const domain = new Domain('d');
        const durations = [
          domain.newTask('t1'),
          domain.newTask('t2'),
          domain.newFrame('f'),
          new Event('e1'),
          new Event('e2'),
          new Event('e3')
        ];
        const counter = domain.newCounter('c');
        const label = bench.recorder.label('code', 'range');
        const open: ReturnType<typeof bench.recorder.begin>[] = [];
        const profile = bench.record(() => {
          for (const [call, which, us] of drawn) {
            bench.wait(us);
            if (call === 'begin' && bench.recorder.enabled) open.push(bench.recorder.begin(label));
            else if (call === 'end' && open.length > 0) bench.recorder.end(open.pop() ?? open[0]);
            else if (call === 'pause') bench.recorder.pause();
            else if (call === 'resume') bench.recorder.resume();
            else if (call === 'count') counter.increment(which);
            else if (call in durations[which]) durations[which][call as 'start']();
          }
        });
        bench.recorder.resume();
        expect(() => validateProfile(profile)).not.toThrow();
        expect(crossings(profile)).toBe(0);
        expect(() => eventsOf(profile)).not.toThrow();
      })
    );
  });
});

/** Pairs of slices of one track that overlap without nesting. */
function crossings({ slices, tracks }: Profile): number {
  let count = 0;
  const end = (row: number) => slices.start[row] + slices.duration[row];
  for (let track = 0; track < tracks.length; track++) {
    const rows = [...slices.track.keys()].filter(row => slices.track[row] === track);
    for (const first of rows) {
      count += rows.filter(
        row => row > first && slices.start[row] < end(first) && end(row) > end(first)
      ).length;
    }
  }
  return count;
}
