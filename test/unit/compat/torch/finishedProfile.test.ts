import { describe, expect, it } from 'vitest';
import { FinishedProfile } from '../../../../src/compat/torch/finishedProfile';
import { FLOPS_ARG } from '../../../../src/model/profile/argKeys';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { allocationProfile } from '../../../support/allocationProfile';
import { drawProfile } from '../../../support/drawProfile';
import { GPU_STEPS, gpuProfile } from '../../../support/gpuProfile';
import { exampleMeta } from '../../../support/richProfile';

const drawn = () =>
  new FinishedProfile(
    drawProfile(
      `main |[train    ]
            |[op/conv][op/conv]`
    )
  );

describe('function events of a finished profile', () => {
  it('are made once, and have tables, averages and a sum', () => {
    const finished = drawn();
    expect(finished.functionEvents).toBe(finished.functionEvents);
    expect(finished.functionEvents.map(({ name }) => name)).toEqual(['train', 'conv', 'conv']);
    const averages = finished.keyAverages();
    expect(averages.map(({ key, count }) => [key, count])).toEqual([
      ['train', 1],
      ['conv', 2]
    ]);
    expect(averages.table()).toContain('Self CPU');
    expect(finished.totalAverage()).toMatchObject({ key: 'Total', count: 3 });
  });

  it('show memory and operations where these were recorded, else not', () => {
    const plain = drawn().keyAverages().table();
    expect(plain).not.toContain('FLOPs');
    expect(plain).not.toContain('CPU Mem');
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    const args = { [FLOPS_ARG]: 6000 };
    builder.addSlice({ name: 'a', category: 'operator', start: 0, duration: 5, track, args });
    const counted = new FinishedProfile(builder.build(exampleMeta(10)));
    expect(counted.keyAverages().table()).toContain('FLOPs');
    const piece = { scope: 'a', from: 1, to: 5, bytes: 64 };
    const held = new FinishedProfile(allocationProfile([piece]));
    expect(held.keyAverages().table()).toContain('CPU Mem');
    expect(held.functionEvents.map(({ name }) => name)).toContain('[memory]');
  });
});

describe('what GPUs did, of a finished profile', () => {
  it('is computed once, and nothing where nothing ran on one', () => {
    const finished = new FinishedProfile(gpuProfile());
    const report = finished.gpu();
    expect(finished.gpu()).toBe(report);
    expect(report?.devices.map(({ device }) => device)).toEqual([0, 1]);
    expect(report?.kernels.map(({ name, count }) => [name, count])).toEqual([
      ['sgemm_128x64', GPU_STEPS]
    ]);
    expect(drawn().gpu()).toBeNull();
  });
});
