import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enclosingSlices } from '../../../../src/analysis/slices/nesting';
import { MAX_DOMAINS, needsLane } from '../../../../src/record/build/placeOnTracks';
import type { WindowSlices } from '../../../../src/record/build/windowSlices';
import { ObjectBench } from '../../../support/profilerObjects';
import { sliceLines } from '../../../support/recording';

describe('needsLane', () => {
  const drawn = array(
    record({
      gap: integer({ min: 0, max: 3 }),
      duration: integer({ min: 0, max: 9 }),
      isAsync: integer({ min: 0, max: 1 })
    }),
    { maxLength: 40 }
  );

  function windowSlices(
    slices: readonly { readonly gap: number; duration: number; isAsync: number }[]
  ): WindowSlices {
    const { length } = slices;
    let time = 0;
    const table = {
      length,
      start: Float64Array.from(slices, ({ gap }) => (time += gap)),
      duration: Float64Array.from(slices, ({ duration }) => duration),
      label: new Uint32Array(length),
      track: new Uint16Array(length),
      parent: new Int32Array(length).fill(-1)
    };
    const isAsync = Uint8Array.from(slices, each => each.isAsync);
    return { table, isAsync, unfinished: [], firstToken: 0 };
  }

  it('leaves slices on the thread that nest or are disjoint, whatever overlaps', () => {
    assert(
      property(drawn, slices => {
        const own = windowSlices(slices);
        const needs = needsLane(own);
        const { start, duration } = own.table;
        const onThread = [...needs.keys()].filter(row => needs[row] === 0);
        for (const row of onThread) {
          const end = start[row] + duration[row];
          const crossed = onThread.filter(
            outer =>
              outer < row &&
              start[outer] + duration[outer] > start[row] &&
              start[outer] + duration[outer] < end
          );
          expect(crossed).toEqual([]);
        }
        for (let row = 0; row < needs.length; row++) {
          if (own.isAsync[row] === 1) expect(needs[row]).toBe(1);
        }
      })
    );
  });

  it('moves nothing that nests', () => {
    const nested = [8, 4, 2, 1].map(duration => ({ gap: 1, duration, isAsync: 0 }));
    const own = windowSlices(nested);
    expect([...needsLane(own)]).toEqual([0, 0, 0, 0]);
    const { table } = own;
    expect([...enclosingSlices(table, 1)]).toEqual([-1, 0, 1, 2]);
  });
});

describe('tasks and frames', () => {
  it('stand on lanes of their domain, apart from ranges and from other domains', () => {
    const bench = new ObjectBench();
    const [first, second] = ['first', 'second'].map(name => new bench.objects.Domain(name));
    const profile = bench.record(() => {
      const tasks = [first.newTask('a'), second.newTask('b'), first.newFrame('f')];
      for (const task of tasks) task.start();
      const range = bench.recorder.beginAsync(bench.recorder.label('range', 'range'));
      const operator = bench.recorder.beginAsync(bench.recorder.label('matMul', 'operator'));
      bench.wait(1);
      for (const task of tasks) task.stop();
      bench.recorder.endAsync(range);
      bench.recorder.endAsync(operator);
    });
    expect(sliceLines(profile)).toEqual([
      'a 0+1000 - @first',
      'b 0+1000 - @second',
      'f 0+1000 - @first 2',
      'range 0+1000 - @async',
      'matMul 0+1000 - @operators'
    ]);
    expect(profile.tracks.map(({ name }) => name)).toEqual([
      'process',
      'main thread',
      'operators',
      'async',
      'first',
      'first 2',
      'second'
    ]);
  });

  it('share lanes beyond so many domains, and where their domain has no name', () => {
    const bench = new ObjectBench();
    const names = Array.from({ length: MAX_DOMAINS + 1 }, (_, at) => (at === 0 ? '' : `d${at}`));
    const profile = bench.record(() => {
      for (const name of [...names, 'one more']) {
        new bench.objects.Domain(name).newTask('t').run(() => bench.wait(1));
      }
    });
    const laneNames = Array.from(profile.slices.track, track => profile.tracks[track].name);
    expect(laneNames).toEqual(['tasks', ...names.slice(1, MAX_DOMAINS), 'tasks', 'tasks']);
  });
});

describe('slices of another thread', () => {
  it('stand on lanes below its track, and say its number', () => {
    const bench = new ObjectBench();
    const domain = new bench.objects.Domain('d');
    const profile = bench.record(() => {
      const [a, b, c] = ['a', 'b', 'c'].map(name => domain.newTask(name));
      a.start({ thread: { threadId: 7 } });
      b.start({ thread: { threadId: 7 } });
      c.start();
      bench.wait(1);
      for (const task of [a, b, c]) task.stop();
      domain.newFrame('f').start({ thread: { threadId: 9 } });
    });
    expect(sliceLines(profile)).toEqual([
      'a 0+1000 - @d',
      'b 0+1000 - @d 2',
      'c 0+1000 - @d',
      'f 1000+0 - @d'
    ]);
    const place = (row: number) => {
      const { tracks, slices } = profile;
      return tracks[tracks[slices.track[row]].parent];
    };
    expect([0, 1, 2, 3].map(row => place(row).name)).toEqual([
      'worker 7',
      'worker 7',
      'process',
      'worker 9'
    ]);
    expect(place(0)).toMatchObject({ kind: 'worker', parent: 0 });
    const key = profile.strings.indexOf('thread');
    const threads = [...profile.args.key.keys()].filter(row => profile.args.key[row] === key);
    expect(threads.map(row => profile.args.value[row])).toEqual([7, 7, 9]);
  });

  it('stand below one track of their worker, whatever their domains', () => {
    const bench = new ObjectBench();
    const domains = ['d', 'e'].map(name => new bench.objects.Domain(name));
    const profile = bench.record(() => {
      for (const domain of domains) {
        const task = domain.newTask('t');
        task.start({ thread: { threadId: 7 } });
        bench.wait(1);
        task.stop();
      }
    });
    expect(sliceLines(profile)).toEqual(['t 0+1000 - @d', 't 1000+1000 - @e']);
    const worker = profile.tracks.findIndex(({ kind }) => kind === 'worker');
    expect(profile.tracks.filter(({ kind }) => kind === 'worker')).toHaveLength(1);
    expect(profile.tracks.filter(({ parent }) => parent === worker)).toHaveLength(2);
  });

  it('stay under the process when the worker has exited, with a warning', () => {
    const bench = new ObjectBench();
    const profile = bench.record(() => {
      const task = new bench.objects.Domain('d').newTask('t');
      task.start({ thread: { threadId: -1 } });
      bench.wait(1);
      task.stop();
    });
    expect(sliceLines(profile)).toEqual(['t 0+1000 - @d']);
    expect(bench.warnings).toEqual([
      "Task 't' was given a worker that has exited; it is shown under the process."
    ]);
  });
});
