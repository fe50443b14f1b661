import { describe, expect, it } from 'vitest';
import { validateProfile } from '../../../../src/model/validate/validate';
import type {
  ContributionContext,
  Contribution,
  Source
} from '../../../../src/record/build/contribution';
import { Recorder } from '../../../../src/record/recorder';
import { ownSlice } from '../../../../src/record/build/sliceColumns';
import { SliceColumnsBuilder } from '../../../../src/record/build/sliceColumnsBuilder';
import { FakeClock } from '../../../support/fakeClock';
import { argsOf, finishWindow, sliceLines } from '../../../support/recording';

/** A source that contributes what `contribute` says. */
function sourceOf(contribute: (context: ContributionContext) => Partial<Contribution>): Source {
  return {
    start: () => undefined,
    stopNow: () => undefined,
    contribute: context => ({
      report: { source: 'cuda', status: 'ok', message: '', records: 0 },
      ...contribute(context)
    })
  };
}

/** A recorder with `outer` from 0 to 100 and `inner` from 10 to 30, in a window from 0 to 100. */
function recorded() {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const window = recorder.openWindow();
  const outer = recorder.begin(recorder.label('outer', 'operator'));
  clock.advance(10);
  const inner = recorder.begin(recorder.label('inner', 'operator'));
  clock.advance(20);
  recorder.end(inner);
  clock.advance(70);
  recorder.end(outer);
  return { recorder, window, outer, inner };
}

describe('slices in columns', () => {
  it('lie among those of the recorder, with causes, arguments and arrows', () => {
    const { recorder, window, inner } = recorded();
    const source = sourceOf(context => {
      const { label, mainTrack, rowOfToken, addTrack } = context;
      const track = addTrack({ name: 'gpu', kind: 'device', parent: -1, pid: 42, tid: 0 });
      const columns = new SliceColumnsBuilder(context);
      const work = columns.add(40, 5, label('work', 'kernel'), track);
      columns.arg('grid', '[1, 1, 1]');
      columns.arg('registers', 32);
      const cause = ownSlice(rowOfToken(inner));
      const call = columns.add(15, 5, label('call', 'cuda_runtime'), mainTrack, cause);
      columns.arg('failed', true);
      columns.add(10, 1, label('tie', 'cuda_runtime'), mainTrack, cause);
      columns.flow(call, work, label('work', 'ac2g'));
      columns.flow(cause, work, label('inner', 'ac2g'));
      columns.flow(ownSlice(-1), work, label('nothing', 'ac2g'));
      return { columns: columns.build() };
    });
    const profile = validateProfile(finishWindow(recorder, window, [source]));
    expect(sliceLines(profile)).toEqual([
      'outer 0+100 - @main thread',
      'inner 10+20 outer @main thread',
      'tie 10+1 inner @main thread',
      'call 15+5 inner @main thread',
      'work 40+5 - @gpu'
    ]);
    expect(argsOf(profile, 3)).toEqual({ failed: 1 });
    expect(argsOf(profile, 4)).toEqual({ grid: '[1, 1, 1]', registers: 32 });
    expect([...profile.flows.from]).toEqual([3, 1]);
    expect([...profile.flows.to]).toEqual([4, 4]);
  });

  it('come before the slices of the recorder that they are around from the same moment on', () => {
    const { recorder, window } = recorded();
    const source = sourceOf(context => {
      const columns = new SliceColumnsBuilder(context);
      columns.add(10, 25, context.label('around', 'range'), context.mainTrack);
      return { columns: columns.build() };
    });
    const profile = finishWindow(recorder, window, [source]);
    expect(sliceLines(profile).map(line => line.split(' ')[0])).toEqual([
      'outer',
      'around',
      'inner'
    ]);
  });

  it('of several sources are merged with those that are given one by one', () => {
    const { recorder, window } = recorded();
    const columnar = sourceOf(context => {
      const columns = new SliceColumnsBuilder(context);
      for (const start of [90, 50, 70]) {
        columns.add(start, 1, context.label(`at ${start}`, 'kernel'), context.mainTrack);
        columns.arg('start', start);
      }
      return { columns: columns.build() };
    });
    const single = sourceOf(({ mainTrack: track }) => ({
      slices: [
        { name: 'one', category: 'gc', track, start: 60, duration: 1, args: { kind: 'minor' } }
      ],
      ownArg: { key: 'External id', rows: Uint32Array.of(1), values: Float64Array.of(7) }
    }));
    const profile = validateProfile(finishWindow(recorder, window, [columnar, single]));
    expect(sliceLines(profile).map(line => line.split('+')[0])).toEqual([
      'outer 0',
      'inner 10',
      'at 50 50',
      'one 60',
      'at 70 70',
      'at 90 90'
    ]);
    expect([1, 2, 3, 4, 5].map(row => argsOf(profile, row))).toEqual([
      { 'External id': 7 },
      { start: 50 },
      { kind: 'minor' },
      { start: 70 },
      { start: 90 }
    ]);
  });
});

describe('slices of a source among many of the recorder', () => {
  /** Groups of an outer slice and three in it, 10 ns from one group to the next. */
  function manyRecorded(groups: number) {
    const clock = new FakeClock();
    const recorder = new Recorder({ clock: clock.now });
    const window = recorder.openWindow();
    for (let group = 0; group < groups; group++) {
      const outer = recorder.begin(recorder.label(`outer ${group}`, 'range'));
      for (let inner = 0; inner < 3; inner++) {
        const token = recorder.begin(recorder.label(`inner ${group}`, 'range'));
        clock.advance(2);
        recorder.end(token);
      }
      recorder.end(outer);
      clock.advance(4);
    }
    return { recorder, window };
  }

  it.each([
    ['before, between and after them', [0, 1, 500, 501, 2000, 2004, 2006, 3999, 4000]],
    ['close together', Array.from({ length: 300 }, (_, row) => 1000 + row)]
  ])('%s', (_, starts) => {
    const { recorder, window } = manyRecorded(400);
    const source = sourceOf(context => {
      const { label, addTrack } = context;
      const track = addTrack({ name: 'gc', kind: 'gc', parent: -1, pid: 42, tid: 0 });
      const columns = new SliceColumnsBuilder(context);
      for (const start of starts) columns.add(start, 0, label('gc', 'gc'), track);
      return { columns: columns.build() };
    });
    const alone = manyRecorded(400);
    const own = sliceLines(finishWindow(alone.recorder, alone.window));
    const lines = sliceLines(validateProfile(finishWindow(recorder, window, [source])));
    const startOf = (line: string): number => Number(/ (\d+)\+\d+ /.exec(line)?.[1]);
    const given = starts.map(start => `gc ${start}+0 - @gc`);
    const expected = [...own, ...given].sort((a, b) => startOf(a) - startOf(b));
    expect(lines).toEqual(expected);
  });
});

describe('what several sources contribute', () => {
  it('of memory and of moments is put together by time', () => {
    const { recorder, window } = recorded();
    const memoryOf = (device: string, times: readonly number[]): Source =>
      sourceOf(({ strings, label }) => ({
        allocations: {
          length: times.length,
          time: Float64Array.from(times),
          lifetime: new Float64Array(times.length).fill(3),
          isHeld: new Uint8Array(times.length),
          bytes: Float64Array.from(times, time => time * 100),
          address: new Float64Array(times.length).fill(-1),
          name: new Uint32Array(times.length),
          scope: new Uint32Array(times.length),
          device: new Uint32Array(times.length).fill(strings.intern(device))
        },
        instants: {
          length: 1,
          time: Float64Array.of(times[0]),
          label: Uint32Array.of(label(device, 'range')),
          track: Uint16Array.of(1),
          scope: Uint8Array.of(0)
        }
      }));
    const sources = [memoryOf('gpu/0', [20, 40]), memoryOf('tfjs/wasm', [10, 30])];
    const { allocations, instants, labels, strings } = validateProfile(
      finishWindow(recorder, window, sources)
    );
    expect([...allocations.time]).toEqual([10, 20, 30, 40]);
    expect([...allocations.bytes]).toEqual([1000, 2000, 3000, 4000]);
    expect(Array.from(allocations.device, row => strings[row])).toEqual([
      'tfjs/wasm',
      'gpu/0',
      'tfjs/wasm',
      'gpu/0'
    ]);
    const names = Array.from(instants.label, label => strings[labels.name[label]]);
    expect(names).toEqual(['tfjs/wasm', 'gpu/0']);
  });
});
