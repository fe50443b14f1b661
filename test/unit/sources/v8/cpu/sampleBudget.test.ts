import { describe, expect, test } from 'vitest';
import { type SampledColumns, loadV8Addon } from '../../../../../src/native/v8Addon';
import { spin } from '../../../../support/spin';

describe('a recording on a budget', () => {
  const INTERVAL_US = 500;

  /** The interval of each time of `columns`, microseconds. */
  function intervalsOf({ times, intervals }: SampledColumns): number[] {
    return Array.from(times, time => {
      let at = 0;
      while (at + 2 < intervals.length && intervals[at + 2] <= time) at += 2;
      return intervals[at + 1];
    });
  }

  test('is sampled half as often after it, again and again, and stands for the same time', () => {
    const BUDGET = 100;
    const { sampler } = loadV8Addon();
    sampler.attach(INTERVAL_US);
    const handle = sampler.start(true, BUDGET);
    spin(2200);
    const columns = sampler.stop(handle)!;
    sampler.detach();
    const { intervals, startTime, endTime, times, functions, lines } = columns;
    const steps = [...intervals].filter((_, at) => at % 2 === 1);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps).toEqual(steps.map((_, at) => INTERVAL_US * 2 ** at));
    const at = [...intervals].filter((_, row) => row % 2 === 0);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBe(startTime);
    // what one piece has more than the budget is that of half a second
    const each = intervalsOf(columns);
    steps.forEach(step => {
      const most = BUDGET + 2 * (500_000 / step);
      expect(each.filter(interval => interval === step).length).toBeLessThanOrEqual(most);
    });
    expect(times.length).toBe(functions.samples.length);
    expect(times.length).toBe(lines!.samples.length);
    // a tick is as long as the shortest interval, as far as the machine let V8 sample that often
    const ticks = functions.ticks.reduce((sum, count, row) => sum + (row % 3 === 2 ? count : 0), 0);
    expect(ticks).toBeGreaterThan(times.length);
    expect(ticks).toBeLessThan((1.1 * (endTime - startTime)) / INTERVAL_US + 200);
  });

  test(
    'has few samples more in a time that is twice as long, however often V8 samples',
    { tags: 'night' },
    () => {
      const { sampler } = loadV8Addon();
      sampler.attach(100);
      const handle = sampler.start(true, 20);
      // each half a second has one step: beyond the fifth V8 samples no more seldom
      spin(5200);
      const { times, intervals, functions, lines, clock } = sampler.stop(handle)!;
      sampler.detach();
      const last = intervals.at(-1)!;
      expect(last).toBeGreaterThan(100 * 16);
      const from = intervals.at(-2)!;
      const rows = [...times].filter(time => time >= from);
      for (const [at, time] of rows.entries()) {
        if (at > 0) expect(time - rows[at - 1]).toBeGreaterThan(last / 3);
      }
      expect(functions.samples.length).toBe(times.length);
      expect(lines!.samples.length).toBe(times.length);
      // with each sample its clock, and one value at the end of each piece
      expect(clock!.times.length).toBeLessThanOrEqual(times.length + 16);
    }
  );

  test(
    'is sampled more seldom on a thread that has nothing to do for long, and as before once it has',
    { tags: 'night' },
    async () => {
      const { sampler } = loadV8Addon();
      sampler.attach(1000);
      const [handle, fixed] = [sampler.start(true, 1750), sampler.start(true, 0)];
      await new Promise(resolve => setTimeout(resolve, 12_000));
      spin(1200);
      const steps = ({ intervals }: SampledColumns): number[] =>
        [...intervals].filter((_, at) => at % 2 === 1);
      expect(steps(sampler.stop(handle)!)).toEqual([1000, 8000, 1000]);
      expect(steps(sampler.stop(fixed)!)).toEqual([1000]);
      sampler.detach();
    }
  );

  test('leaves other recordings of the thread as often as they want', { tags: 'night' }, () => {
    const { sampler } = loadV8Addon();
    sampler.attach(INTERVAL_US);
    const long = sampler.start(true, 50);
    spin(1700);
    const short = sampler.start(true, 100_000);
    spin(100);
    const [own, outer] = [sampler.stop(short)!, sampler.stop(long)!];
    sampler.detach();
    expect([...own.intervals]).toEqual([own.startTime, INTERVAL_US]);
    expect(outer.intervals[3]).toBe(2 * INTERVAL_US);
    expect(outer.intervals.at(-1)).toBeGreaterThan(INTERVAL_US);
    const inOwn = (times: Float64Array): number =>
      times.filter(time => time >= own.startTime && time <= own.endTime).length;
    expect(inOwn(outer.times)).toBeLessThan(inOwn(own.times));
  });

  test(
    'is not spent by a thread that waits, of which one sample tells',
    { tags: 'night' },
    async () => {
      const { sampler } = loadV8Addon();
      sampler.attach(INTERVAL_US);
      const handle = sampler.start(false, 200);
      await new Promise(resolve => setTimeout(resolve, 1600));
      const { times, intervals, functions, strings } = sampler.stop(handle)!;
      sampler.detach();
      expect([...intervals].filter((_, at) => at % 2 === 1)).toEqual([INTERVAL_US]);
      expect(times.length).toBeLessThan(400);
      const names = Array.from(functions.samples, row => strings[functions.nodes[row * 6 + 1]]);
      const isTwice = names.filter((name, at) => name === '(idle)' && names[at - 1] === '(idle)');
      expect(isTwice).toEqual([]);
    }
  );
});
