import { expect, it } from 'vitest';
import { mgeProfileOf } from '../../../../src/compat/megengine/mgeProfileOf';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { exampleMeta } from '../../../support/richProfile';

const MS = 1e6;

/** `train` runs `matMul`, which copies and calculates on two streams; `add` has no GPU do anything. */
function trained(): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main', kind: 'thread', tid: 9 });
  const device = builder.addTrack({ name: 'GPU 1 (NVIDIA H200)', kind: 'device', tid: 1 });
  const [first, second] = [7, 13].map(tid =>
    builder.addTrack({ name: `stream ${tid}`, kind: 'cudaStream', parent: device, tid })
  );
  const add = (name: string, category: string, track: number, from: number, to: number) =>
    builder.addSlice({ name, category, track, start: from * MS, duration: (to - from) * MS });
  add('train', 'operator', main, 0, 30);
  add('matMul', 'operator', main, 5, 10);
  const launches = [5, 6, 7].map(at => add('cuLaunchKernel', 'cuda_driver', main, at, at + 1));
  add('add', 'operator', main, 20, 25);
  const works = [
    add('Memcpy HtoD', 'gpu_memcpy', first, 8, 9),
    add('sgemm', 'kernel', first, 11, 15),
    add('sgemm', 'kernel', second, 9, 12)
  ];
  launches.forEach((launch, at) => builder.addFlow('ac2g', 'ac2g', launch, works[at]));
  return builder.build(exampleMeta(40 * MS));
}

it('has the times of what operators had a GPU do, by stream, and the others’ as ever', () => {
  const { profiler, graph_exec: graph } = mgeProfileOf(trained());
  const timesOf = (name: string) => {
    const id = graph.comp_seq.find(each => graph.operator[each].name === name)!;
    return profiler.device[id];
  };
  expect(timesOf('matMul')).toEqual({
    'CompNode("gpu1:7" from "stream 7")': { start: 0.008, kern: 0.008, end: 0.015 },
    'CompNode("gpu1:13" from "stream 13")': { start: 0.009, kern: 0.009, end: 0.012 }
  });
  expect(timesOf('add')).toEqual({
    'CompNode("cpu0:0" from "main")': { start: 0.02, kern: 0.02, end: 0.025 }
  });
  expect(Object.keys(timesOf('train'))).toEqual(['CompNode("cpu0:0" from "main")']);
});
