// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import type { Profile } from 'kernelscope/model';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { TimelineWords } from '../../../../../extension/src/views/timeline/describe';
import {
  counterTitle,
  createTimelineModel,
  trackName
} from '../../../../../extension/src/views/timeline/model';
import { matchesOfText } from '../../../../../extension/src/views/timeline/search';
import { drawGpuProfile } from '../../../../support/drawGpuProfile';
import { gpuTraining } from '../../../../support/gpuTraining';
import { wholeContent } from '../../shared/content/content';

const words = new TimelineWords(nullTranslator.load('kernelscope'), createNumberFormats('en'));

/** What is told of the first slice of that name when it is selected, after its track. */
function told(profile: Profile, name: string): string[] {
  const model = createTimelineModel(wholeContent(profile));
  const { slices, labels, strings } = profile;
  const slice = slices.label.findIndex(label => strings[labels.name[label]].includes(name));
  const { facts } = words.selected(model, model.index.slice.indexOf(slice));
  const after = facts.findIndex(({ label }) => label === 'Track');
  return facts.slice(after).map(({ label, value }) => `${label}: ${value}`);
}

describe('the timeline tells of GPUs', () => {
  const training = gpuTraining({ steps: 2, gpus: 2 });

  it('how a kernel was launched, by what, and how full it can make the device', () => {
    expect(told(training, 'cutlass')).toEqual([
      'Track: GPU 0 · stream 7',
      'Grid: [8, 32, 1]',
      'Block: [256, 1, 1]',
      'Registers per thread: 230',
      'Shared memory of a block: 98.3 kB',
      'Context: 1',
      'GPU: 0',
      'Stream: 7',
      'Correlation: 3',
      expect.stringMatching(/^External id: \d+$/) as string,
      'Theoretical occupancy: 12.5 %, 1 block on a multiprocessor',
      'Launched by: cudaLaunchKernel, 60 µs earlier',
      'Operator: matMul'
    ]);
  });

  it('how many bytes a copy moved, and how fast', () => {
    expect(told(training, 'HtoD')).toEqual(
      expect.arrayContaining(['Bytes: 4.19 MB', 'Rate: 38.1 GB/s', 'Operator: upload'])
    );
  });

  it('what a call made the GPU do', () => {
    expect(told(training, 'cudaMemsetAsync')).toEqual([
      'Track: main',
      'Correlation: 2',
      'On the GPU: Memset (Device) for 6 µs, 9 µs later'
    ]);
  });

  it('of an asynchronous operator that caused the call, and of the operator alone without calls', () => {
    const drawn = drawGpuProfile(`
      lane 1  |[async/wait        ]
              |[train>o      ]
      main    |   [L^o>a]
      gpu 0/7 |         [K<a ]`);
    expect(told(drawn, 'gemm')).toContain('Operator: train');
    const bare = drawGpuProfile('main |[matMul>a]\ngpu 0/7 |          [K<a]');
    expect(told(bare, 'gemm')).toEqual([
      'Track: GPU 0 · stream 7',
      'Launched by: matMul, 10 ns earlier'
    ]);
  });

  it('from which GPU a counter is, where there are several', () => {
    const title = (profile: Profile) =>
      profile.counters
        .filter(({ name }) => name === 'power')
        .map(each => counterTitle(profile, each));
    expect(title(training)).toEqual(['GPU 0 · power', 'GPU 1 · power']);
    expect(title(gpuTraining({ steps: 1 }))).toEqual(['power']);
    const memory = training.counters.find(({ name }) => name === 'Memory: gpu/1')!;
    expect(counterTitle(training, memory)).toBe('Memory: gpu/1');
  });

  it('by name, on its streams as well as on threads', () => {
    const model = createTimelineModel(wholeContent(training));
    expect(matchesOfText(model, 'memset').count).toBe(4);
    expect(matchesOfText(model, 'CUTLASS').count).toBe(2);
  });

  it('of tracks by their device, and of others by their name', () => {
    const names = training.tracks.map((_, track) => trackName(training, track));
    expect(names).toEqual([
      ...['process', 'main', 'GPU 0 (NVIDIA H200)', 'GPU 1 (NVIDIA H200)'],
      ...['GPU 0 · stream 7', 'GPU 0 · stream 13', 'GPU 1 · stream 7', 'GPU 1 · stream 13']
    ]);
  });
});
