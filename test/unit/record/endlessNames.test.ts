import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/model/profile/profile';
import type { CounterLog } from '../../../src/record/logs/counterSeriesLog';
import { AllocationLog } from '../../../src/record/logs/allocationLog';
import { NumberedTexts } from '../../../src/record/logs/numberedTexts';
import { Recorder } from '../../../src/record/recorder';
import { KnownTasks } from '../../../src/sources/process/knownTasks';
import { FakeClock } from '../../support/fakeClock';
import { finishWindow } from '../../support/recording';
import { sizeOf } from '../../support/tiers';

/** More than any limit; and many more. */
const ENOUGH = 200_000;
const MANY = sizeOf(ENOUGH, 1_000_000);
const KEPT = 1 << 17;

let clock: FakeClock;
let recorder: Recorder;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
});

/** What is told of a recording in which `act` was called with so many different texts. */
function recorded(act: (text: string, index: number) => void, texts = MANY): Profile {
  const window = recorder.openWindow({ mode: 'keepLast', slices: 1000 });
  for (let index = 0; index < texts; index++) {
    clock.advance(1);
    act(`name ${index}`, index);
  }
  return finishWindow(recorder, window);
}

describe('a program that makes up names for ever', () => {
  it('has a bounded number of names of ranges, and is told that later ones are one', () => {
    const profile = recorded(name => recorder.end(recorder.begin(recorder.label(name, 'range'))));
    expect(recorder.labels.length).toBe(KEPT + 1);
    const { label } = profile.slices;
    expect(profile.strings[profile.labels.name[label[label.length - 1]]]).toBe('(other)');
    expect(profile.sources.map(({ message }) => message).join()).toContain(
      'more than 131,072 different names'
    );
    const counted = profile.droppedTotals.count.reduce((sum, count) => sum + count, 0);
    expect(counted + profile.slices.length).toBe(MANY);
  });

  it('has a bounded number of categories', () => {
    recorded(name => recorder.label('step', name), ENOUGH);
    expect(recorder.labels.length).toBeLessThan(KEPT + 3);
  });

  it('has a bounded number of characters in names', () => {
    const long = 'x'.repeat(1 << 20);
    const profile = recorded((_, index) => recorder.label(`${index}${long}`, 'range'), 1000);
    expect(recorder.labels.length).toBeLessThan(40);
    expect(recorder.labels.dropped).toBeGreaterThan(900);
    expect(profile.sources.map(({ message }) => message).join()).toContain('names were very long');
  });

  it('keeps a name that it had before', () => {
    const known = recorder.label('step', 'range');
    recorded(name => recorder.label(name, 'range'), ENOUGH);
    expect(recorder.label('step', 'range')).toBe(known);
    expect(recorder.label('later', 'range')).toBe(recorder.label('latest', 'range'));
    expect(recorder.labels.categoryNameOf(recorder.label('later', 'range'))).toBe('range');
  });

  it('has a bounded number of counters, of which each value that is missing is counted', () => {
    const profile = recorded(name => recorder.counter(name, 'counter', 'count').set(1));
    expect(profile.counters).toHaveLength(2048);
    expect(profile.meta.dropped.counterValues).toBe(MANY - 2048);
  });

  it('has bounded room for the values of all counters together', () => {
    let counters: readonly CounterLog[] = [];
    const profile = recorded((_, index) => {
      if (index === 0) {
        counters = Array.from({ length: 43 }, (_each, at) =>
          recorder.counter(`${at}`, 'counter', 'count')
        );
      }
      for (const counter of counters) counter.set(index);
    }, ENOUGH);
    const kept = profile.counters.reduce((sum, { time }) => sum + time.length, 0);
    expect(kept).toBeLessThanOrEqual(2048 * 4096);
    expect(kept + profile.meta.dropped.counterValues).toBe(43 * ENOUGH);
  });

  it('has a bounded number of characters in arguments', () => {
    const token = recorder.openWindow() && recorder.begin(recorder.label('step', 'range'));
    const long = 'x'.repeat(1 << 20);
    for (let index = 0; index < 1000; index++) recorder.arg(token, 'text', `${index}${long}`);
    recorder.arg(token, 'number', 1);
    let characters = 0;
    recorder.args.forEach(0, 1, (_token, _key, value) => (characters += String(value).length));
    expect(characters).toBeLessThanOrEqual((1 << 26) + 1);
    expect(characters).toBeGreaterThan(1 << 25);
    expect(recorder.args.dropped).toBeGreaterThan(900);
  });

  it('has a bounded number of texts of allocations', () => {
    const log = new AllocationLog();
    for (let index = 0; index < ENOUGH; index++) {
      log.allocate(1, -1, { name: `name ${index}`, scope: 'a', device: 'b' }, 1n);
    }
    expect(log.texts.length).toBeLessThan(KEPT + 3);
    let last = '';
    log.forEachChunk(({ name }, rows) => (last = log.texts[name[rows - 1]]));
    expect(last).toBe('(other)');
  });

  it('has a bounded number of texts in packed arguments', () => {
    const texts = new NumberedTexts(100);
    const numbers = Array.from({ length: 1000 }, (_, index) => texts.numberOf(`text ${index}`));
    expect(new Set(numbers).size).toBe(101);
    expect(texts.textOf(numbers[99])).toBe('text 99');
    expect(texts.textOf(numbers[999])).toBe('(other)');
    expect(texts.numberOf('text 7')).toBe(numbers[7]);
  });
});

describe('a program that never ends what it begins', () => {
  it.each([
    ['on lanes', () => recorder.beginAsync(recorder.label('stream', 'range'))],
    ['within one another', () => recorder.begin(recorder.label('stream', 'range'))]
  ])('has a bounded number of open ranges %s, and counts all', (_, begin) => {
    const profile = recorded(() => void begin(), ENOUGH);
    expect(recorder.slices.detached.all.size).toBe(0);
    const counted = profile.droppedTotals.count.reduce((sum, count) => sum + count, 0);
    expect(counted + profile.slices.length).toBe(ENOUGH);
    expect(profile.sources.map(({ message }) => message).join()).toMatch(/slices did not end/);
  });

  it('has a bounded number of open asynchronous ranges that are followed', () => {
    const { bodies } = recorder;
    bodies.follow(
      {
        run: (_body, fn) => fn(),
        current: () => undefined,
        abandon: () => undefined,
        watch: () => undefined,
        unwatch: () => undefined
      },
      { everything: true, running: true }
    );
    recorder.openWindow();
    const label = recorder.label('stream', 'range');
    for (let index = 0; index < MANY; index++) {
      const token = recorder.begin(label);
      bodies.run(token, () => undefined);
      recorder.moveToLane(token);
    }
    expect(bodies.followed).toBe(1 << 16);
    expect(bodies.notFollowed).toBe(MANY - (1 << 16));
  });
});

describe('a process that starts threads for ever', () => {
  it('forgets those that have ended', () => {
    let running: number[] = [1];
    const tasks = new KnownTasks([1], () => running);
    for (let id = 2; id < 10_000; id++) {
      tasks.startingHelper(() => (running = [1, id]));
    }
    expect(tasks.helperIds.length).toBeLessThan(600);
    expect(tasks.helperIds).toContain(9999);
  });
});
