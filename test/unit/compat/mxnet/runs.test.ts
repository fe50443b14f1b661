import { expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { mergeProfiles } from '../../../../src/model/merge/mergeProfiles';
import { ObjectBench } from '../../../support/profilerObjects';

it('keeps objects of several runs apart by run and together by name when these are merged', () => {
  const bench = new ObjectBench();
  const domain = new bench.objects.Domain('d');
  const frame = domain.newFrame('f');
  const counter = domain.newCounter('c');
  const task = domain.newTask('t');
  const run = () =>
    bench.record(() => {
      for (const us of [10, 10]) frame.run(() => bench.wait(us));
      counter.increment();
      task.start({ thread: { threadId: 3 } });
      bench.wait(1);
      task.stop();
    });
  const merged = mergeProfiles([run(), run()]);
  const rows = aggregate(merged).flatMap(section => section.rows);
  expect(rows.map(({ name, count, total }) => [name, count, total])).toEqual([
    ['f', 4, 40_000],
    ['t', 2, 2000],
    ['f (frames/s)', 2, 100_000],
    ['c', 2, 2]
  ]);
  const { tracks, slices } = merged;
  const parents = Array.from(slices.track, track => tracks[tracks[track].parent].name);
  expect(parents).toEqual(['process', 'process', 'worker 3', 'process', 'process', 'worker 3']);
  expect(tracks.filter(({ name }) => name === 'worker 3')).toHaveLength(1);
});

it('keeps workers of several runs apart, however many lanes were before them', () => {
  const bench = new ObjectBench();
  const [first, second] = ['a', 'b'].map(name => new bench.objects.Domain('d').newTask(name));
  const run = (threadId: number, others: number) =>
    bench.record(() => {
      for (let at = 0; at < others; at++) new bench.objects.Domain('d').newTask('o').start();
      const task = threadId === 3 ? first : second;
      task.start({ thread: { threadId } });
      bench.wait(1);
      task.stop();
    });
  const { tracks } = mergeProfiles([run(3, 0), run(9, 0), run(3, 2)]);
  const workers = tracks.filter(({ kind }) => kind === 'worker');
  expect(workers.map(({ name }) => name)).toEqual(['worker 3', 'worker 9']);
});
