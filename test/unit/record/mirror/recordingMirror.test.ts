import { beforeEach, describe, expect, it } from 'vitest';
import { buildProfile } from '../../../../src/record/build/buildProfile';
import {
  copyChunk,
  createChunk,
  nameChunk,
  retireChunk
} from '../../../../src/record/slices/chunk';
import type { MirrorNews } from '../../../../src/record/logs/mirrorNews';
import { Recorder } from '../../../../src/record/recorder';
import { RecordingMirror } from '../../../../src/record/mirror/recordingMirror';
import { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import type { Token } from '../../../../src/record/slices/sliceStore';
import type { Profile } from '../../../../src/model/profile/profile';
import { FakeClock } from '../../../support/fakeClock';
import { seededRandom } from '../../../support/random';
import { finishWindow, runInfo, sliceLines } from '../../../support/recording';

let clock: FakeClock;
let recorder: Recorder;
let mirror: RecordingMirror;
let told: number;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  mirror = new RecordingMirror();
  told = 0;
});

/** Lets the mirror listen as another thread does: it gets copies that share nothing but memory. */
function listen(): () => void {
  return recorder.mirrorTo(news => {
    told++;
    mirror.apply(structuredClone(news));
  });
}

/** What the mirror makes of the window so far. */
function seen(window: RecordingWindow, until: bigint = clock.now()): Profile {
  const { startToken, startTime } = window;
  const mirrored = mirror.read({ startToken, until });
  const renumbered = new RecordingWindow(0, startTime);
  const end = { token: mirrored.slices.nextToken, time: until };
  renumbered.close(end);
  return buildProfile({
    recorder: mirrored,
    window: renumbered,
    end,
    sources: [],
    info: runInfo,
    sliceCostNs: () => 50
  });
}

function begin(name: string): Token {
  return recorder.begin(recorder.label(name, 'range'));
}

function slice(name: string, ns: number, inside?: () => void): void {
  const token = begin(name);
  inside?.();
  clock.advance(ns);
  recorder.end(token);
}

describe('RecordingMirror', () => {
  it('sees slices that have ended, from before and after it began to listen', () => {
    const window = recorder.openWindow();
    slice('before', 5);
    listen();
    slice('after', 7, () => slice('inner', 1));
    expect(sliceLines(seen(window))).toEqual([
      'before 0+5 - @main thread',
      'after 5+8 - @main thread',
      'inner 5+1 after @main thread'
    ]);
  });

  it('leaves out open slices until they end, and hangs what is in them on what is around them', () => {
    const window = recorder.openWindow();
    listen();
    const outer = begin('outer');
    const middle = begin('middle');
    slice('inner', 3);
    expect(sliceLines(seen(window))).toEqual(['inner 0+3 - @main thread']);
    recorder.end(outer);
    expect(sliceLines(seen(window))).toEqual([
      'outer 0+3 - @main thread',
      'inner 0+3 outer @main thread'
    ]);
    recorder.end(middle);
    expect(sliceLines(seen(window))).toHaveLength(3);
  });

  it('leaves out slices that ended after the time asked for', () => {
    const window = recorder.openWindow();
    listen();
    slice('first', 10);
    const until = clock.now();
    slice('second', 10);
    expect(sliceLines(seen(window, until))).toEqual(['first 0+10 - @main thread']);
  });

  it('leaves out what was recorded before its window', () => {
    recorder.openWindow();
    listen();
    slice('earlier', 1);
    const window = recorder.openWindow();
    slice('own', 1);
    expect(sliceLines(seen(window))).toEqual(['own 0+1 - @main thread']);
  });

  it('sees asynchronous slices on lanes', () => {
    const window = recorder.openWindow();
    listen();
    const token = recorder.beginAsync(recorder.label('fetch', 'range'));
    slice('meanwhile', 4);
    recorder.endAsync(token);
    expect(sliceLines(seen(window))).toEqual([
      'fetch 0+4 - @async',
      'meanwhile 0+4 - @main thread'
    ]);
  });

  it('sees counters and moments, from before and after it began to listen', () => {
    const window = recorder.openWindow();
    const first = recorder.counter('first', 'own', 'count');
    first.set(1);
    recorder.instant(recorder.label('early', 'marks'));
    listen();
    clock.advance(5);
    first.set(2);
    recorder.counter('second', 'own', 'bytes').set(-3.5);
    recorder.instant(recorder.label('late', 'marks'), 'global');
    const { counters, instants, labels, strings } = seen(window);
    expect(
      counters.map(({ name, unit, time, value }) => [name, unit, [...time], [...value]])
    ).toEqual([
      ['first', 'count', [0, 5], [1, 2]],
      ['second', 'bytes', [5], [-3.5]]
    ]);
    expect(Array.from(instants.label, label => strings[labels.name[label]])).toEqual([
      'early',
      'late'
    ]);
    expect([...instants.scope]).toEqual([0, 2]);
  });

  it('follows a counter over many chunks', () => {
    const window = recorder.openWindow();
    listen();
    const log = recorder.counter('many', 'own', 'count');
    for (let value = 0; value < 10_000; value++) {
      clock.advance(1);
      log.set(value);
    }
    const [{ time, value }] = seen(window).counters;
    expect([time.length, time[9_999], value[9_999]]).toEqual([10_000, 10_000, 9_999]);
  });

  it('sees the first slices only where the recorder keeps no more', () => {
    const window = recorder.openWindow({ mode: 'keepFirst', slices: 100 });
    listen();
    for (let index = 0; index < 1000; index++) slice(`slice ${index}`, 1);
    const lines = sliceLines(seen(window));
    expect(lines).toHaveLength(100);
    expect(lines[99]).toBe('slice 99 99+1 - @main thread');
  });

  it('sees the newest slices under their own names when memory is used again', () => {
    const window = recorder.openWindow({ mode: 'keepLast', slices: 256 });
    listen();
    for (let index = 0; index < 5000; index++) slice(`slice ${index}`, 1);
    const lines = sliceLines(seen(window));
    expect(lines.length).toBeGreaterThanOrEqual(256);
    expect(lines[lines.length - 1]).toBe('slice 4999 4999+1 - @main thread');
    const first = 5000 - lines.length;
    expect(lines[0]).toBe(`slice ${first} ${first}+1 - @main thread`);
  });

  it('makes of a run that has ended what the recorder itself makes of it', () => {
    const random = seededRandom(7);
    const window = recorder.openWindow();
    listen();
    const open: Token[] = [];
    for (let step = 0; step < 5000; step++) {
      clock.advance(Math.floor(random() * 100));
      const token = random() < 0.5 ? open.pop() : undefined;
      if (token === undefined) open.push(begin(`range ${Math.floor(random() * 20)}`));
      else recorder.end(token);
    }
    for (const token of open.reverse()) recorder.end(token);
    const mirrored = sliceLines(seen(window));
    expect(mirrored).toEqual(sliceLines(finishWindow(recorder, window)));
  });

  it('leaves out what has a name that it was not told of yet', () => {
    const window = recorder.openWindow();
    const late: MirrorNews[] = [];
    let isLate = false;
    slice('known', 10);
    recorder.mirrorTo(news => {
      if (isLate && news.kind === 'labels') late.push(news);
      else mirror.apply(news);
    });
    isLate = true;
    slice('known', 10);
    slice('new', 10);
    recorder.instant(recorder.label('moment', 'range'));
    expect(seen(window).slices.length).toBe(2);
    expect(seen(window).instants.length).toBe(0);
    for (const news of late) mirror.apply(news);
    expect(seen(window).slices.length).toBe(3);
  });

  it('is told nothing for a slice, a value or a moment', () => {
    recorder.openWindow();
    const log = recorder.counter('count', 'own', 'count');
    slice('known', 1);
    log.set(0);
    recorder.instant(recorder.label('mark', 'marks'));
    listen();
    const before = told;
    for (let index = 0; index < 1000; index++) {
      slice('known', 1);
      log.set(index);
      recorder.instant(recorder.label('mark', 'marks'));
    }
    expect(told).toBe(before);
  });

  it('knows when the recorder has forgotten everything', () => {
    const window = recorder.openWindow();
    listen();
    expect(mirror.isCleared).toBe(false);
    recorder.closeWindow(window);
    expect(mirror.isCleared).toBe(true);
  });

  it('hears nothing more once it has stopped listening', () => {
    recorder.openWindow();
    const stop = listen();
    stop();
    const before = told;
    slice('new name', 1);
    expect(told).toBe(before);
  });
});

describe('copyChunk', () => {
  it('gives the number a chunk has, and nothing of one that is not in use', () => {
    const chunk = createChunk(64);
    expect(copyChunk(chunk)).toBeNull();
    nameChunk(chunk, 7);
    expect(copyChunk(chunk)?.number).toBe(7);
    retireChunk(chunk);
    expect(copyChunk(chunk)).toBeNull();
  });
});
