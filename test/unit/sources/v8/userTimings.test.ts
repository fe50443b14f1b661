import console from 'node:console';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Track } from '../../../../src/model/profile/profile';
import { monotonicClock } from '../../../../src/base/clock';
import { UserTimingSource } from '../../../../src/sources/v8/userTimings';
import { contributionContext } from '../../../support/contributionContext';

/** `console.timeStamp` with the arguments that browsers have added to it. */
type TimeStamp = (...given: unknown[]) => unknown;
const stamp: TimeStamp = (...given) => (console.timeStamp as TimeStamp)(...given);

afterEach(() => {
  performance.clearMarks();
  performance.clearMeasures();
});

/** What a recording of `run` contributes: slices and moments, with the names of their tracks. */
function record(run: () => void) {
  const source = new UserTimingSource({ clock: monotonicClock, threadId: 0, console });
  source.start();
  const originNs = monotonicClock();
  try {
    run();
  } finally {
    source.stopNow();
  }
  const endNs = monotonicClock();
  const tracks: Track[] = [];
  const context = contributionContext({
    ...{ originNs, endNs },
    addTrack: track => tracks.push(track) - 1
  });
  const { slices = [], instants, report } = source.contribute(context);
  const { name, category } = context.labels.table();
  const texts = context.strings.toArray();
  return {
    report,
    tracks,
    slices: slices.map(({ track, ...slice }) => ({ ...slice, track: tracks[track].name })),
    instants: Array.from(instants?.label ?? [], label => [
      texts[category[label]],
      texts[name[label]]
    ])
  };
}

describe('UserTimingSource', () => {
  it('has a measure between two marks as a slice, and the marks as moments', () => {
    const { slices, instants, report, tracks } = record(() => {
      performance.mark('begin', { startTime: performance.now() });
      performance.mark('end', {
        startTime: performance.getEntriesByName('begin')[0].startTime + 2
      });
      performance.measure('work', 'begin', 'end');
      const until = performance.now() + 3;
      while (performance.now() < until);
    });
    expect(slices).toMatchObject([{ name: 'work', category: 'measure', track: 'Timings' }]);
    expect(slices[0].duration).toBeCloseTo(2e6, -2);
    expect(instants).toEqual([
      ['mark', 'begin'],
      ['mark', 'end']
    ]);
    expect(tracks).toMatchObject([{ kind: 'asyncLane', parent: 0 }]);
    expect(report).toMatchObject({ source: 'userTimings', status: 'ok', records: 3 });
  });

  it('has tracks, groups, colours and properties for Chrome DevTools', () => {
    const { slices, instants } = record(() => {
      const start = performance.now();
      const devtools = {
        ...{ track: 'Queries', trackGroup: 'Shop', color: 'tertiary-dark' },
        tooltipText: 'by id',
        properties: [['rows', 12], ['cached', false], ['other', {}], 'no pair']
      };
      performance.measure('query', { start, duration: 0.001, detail: { devtools } });
      performance.mark('marker', { detail: { devtools: { dataType: 'marker', track: 'none' } } });
      performance.mark('on a track', { detail: { devtools: { track: 'Queries' } } });
      performance.measure('named', { start, duration: 0, detail: 'a text' });
    });
    const args = { color: 'tertiary-dark', tooltip: 'by id', rows: 12, cached: false };
    expect(slices.find(({ name }) => name === 'query')).toMatchObject({
      track: 'Shop: Queries',
      args
    });
    expect(slices.find(({ name }) => name === 'query')?.args).toEqual(args);
    expect(slices.find(({ name }) => name === 'on a track')).toMatchObject({
      category: 'mark',
      track: 'Queries',
      duration: 0
    });
    expect(instants).toEqual([
      ['measure', 'named'],
      ['mark', 'marker']
    ]);
  });

  it('has time stamps of the console as moments, and as slices from one to another', () => {
    const { slices, instants } = record(() => {
      stamp('begin');
      performance.mark('middle');
      stamp('from a stamp', 'begin');
      stamp('from a mark', 'middle', undefined, 'Steps', 'Shop', 'error');
      stamp('by time', performance.now() - 1e6, performance.now());
      stamp('of nothing known', 'never');
      stamp();
      stamp(12n, {}, []);
    });
    expect(slices.map(({ name, track }) => [name, track])).toEqual([
      ['by time', 'Timings'],
      ['from a stamp', 'Timings'],
      ['from a mark', 'Shop: Steps']
    ]);
    expect(slices[2]).toMatchObject({ category: 'time stamp', args: { color: 'error' } });
    expect(slices[0].start).toBe(0);
    expect(instants.map(([, name]) => name)).toEqual([
      ...['begin', 'middle', 'of nothing known', '', '']
    ]);
  });

  it('has measures that share a mark on one row, and those that overlap in part on two', () => {
    const { slices } = record(() => {
      const now = performance.now();
      for (let at = 0; at < 200; at++) {
        performance.measure('step', { start: now + at / 3, end: now + (at + 1) / 3 });
      }
      const until = now + 80;
      performance.measure('overlapping', { start: now + 0.5, end: now + 1.5 });
      while (performance.now() < until);
    });
    const rows = slices.map(({ name, track }) => `${name} ${track}`);
    expect([...new Set(rows)]).toEqual(['step Timings', 'overlapping Timings 2']);
  });

  it('changes nothing that the program sees: entries, observers, results, errors, its console', () => {
    const seen = (): unknown => {
      const order: string[] = [];
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ entryTypes: ['mark', 'measure'] });
      const detail = { devtools: { track: 'T' }, own: [1] };
      const mark = performance.mark('a', { detail, startTime: 1 });
      const measure = performance.measure('b', { start: 'a', end: 3 });
      const errors = [
        () => performance.mark(Symbol('no') as unknown as string),
        () => performance.measure('c', 'missing'),
        () => stamp({ toString: () => order.push('asked') && 'text' }, Symbol('start')),
        () => stamp({ toString: null, valueOf: null })
      ].map(run => {
        try {
          return String(run());
        } catch (error) {
          return String(error);
        }
      });
      const entries = observer.takeRecords().map(entry => inspect(entry));
      observer.disconnect();
      const all = performance.getEntries().map(entry => inspect(entry));
      performance.clearMarks();
      performance.clearMeasures();
      const { name, length } = console.timeStamp;
      const keys = Object.getOwnPropertyDescriptor(console, 'timeStamp');
      const shown = inspect([mark, measure, { ...keys, value: null }, Object.keys(console)]);
      return { errors, entries, all, shown, name, length, order, text: inspect(console) };
    };
    const bare = seen();
    let recorded: unknown = null;
    const { report } = record(() => (recorded = seen()));
    expect(recorded).toEqual(bare);
    expect(report.status).toBe('ok');
  });

  it('leaves a console alone that the program has changed, and a frozen one', () => {
    const before = Object.getOwnPropertyDescriptor(console, 'timeStamp')!;
    const own = (): undefined => undefined;
    record(() => (console.timeStamp = own));
    expect(console.timeStamp).toBe(own);
    Object.defineProperty(console, 'timeStamp', before);
    record(() => undefined);
    expect(Object.getOwnPropertyDescriptor(console, 'timeStamp')).toEqual(before);
    const frozen = Object.freeze({ timeStamp: own });
    const source = new UserTimingSource({ clock: monotonicClock, threadId: 0, console: frozen });
    source.start();
    source.stopNow();
    expect(source.contribute(contributionContext()).report.status).toBe('ok');
  });
});
