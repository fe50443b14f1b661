import { describe, expect, it } from 'vitest';
import { profileOperators } from '../../../../src/analysis/operators/profileOperators';
import { totalTime } from '../../../../src/analysis/operators/selectRecords';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { drawProfile, sampleMeta } from '../../../support/drawProfile';
import { GPU_STEPS, gpuProfile } from '../../../support/gpuProfile';

describe('profileOperators', () => {
  it('gives operators their own time on the CPU, without operators within them', () => {
    const { operators, device, of } = profileOperators(
      drawProfile(
        `
        main |[range/step                        ]
             | [operator/conv       ] [operator/add]
             |  [operator/pad]
        `,
        { nsPerColumn: 1e6 }
      )
    );
    expect({ device, of }).toEqual({ device: 'cpu', of: 'operators' });
    expect(operators.map(({ name, type }) => [name, type])).toEqual([
      ['conv', 'conv'],
      ['pad', 'pad'],
      ['add', 'add']
    ]);
    expect(operators.map(({ device: [{ endS }] }) => endS)).toEqual([0.008, 0.014, 0.014]);
    expect(operators.map(({ host }) => host)).toEqual(operators.map(({ device: runs }) => runs));
  });

  it('gives operators the time of what they made a GPU do, and the rest rows of its own', () => {
    const profile = gpuProfile();
    const { operators, device } = profileOperators(profile);
    expect(device).toBe('gpu');
    const forward = operators.filter(
      operator => operator.device.length > 0 && operator.host.length
    );
    expect(forward).toHaveLength(GPU_STEPS);
    for (const { device: runs } of forward) expect(runs).toHaveLength(1);
    const workNs = profile.slices.duration.reduce((sum, ns, slice) => {
      return profile.tracks[profile.slices.track[slice]].kind === 'cudaStream' ? sum + ns : sum;
    }, 0);
    expect(totalTime(operators, 'device')).toBeCloseTo(workNs / 1e9, 12);
  });

  it('counts all slices where there are no operators', () => {
    const { operators, of } = profileOperators(drawProfile('main |[load ][range/train]'));
    expect(of).toBe('slices');
    expect(operators.map(({ name }) => name)).toEqual(['load', 'train']);
  });

  it('knows computation, bytes and types where shapes were recorded', () => {
    const profile = matMul({
      inputShapes: '[[2,3],[3,5]]',
      outputShapes: '[[2,5]]',
      inputTypes: '["float32","float32"]',
      outputTypes: '["float32"]'
    });
    expect(profileOperators(profile).operators[0]).toMatchObject({
      computation: 2 * 2 * 3 * 5,
      memory: 4 * (6 + 15 + 10),
      inShapes: [
        [2, 3],
        [3, 5]
      ],
      outShapes: [[2, 5]],
      inTypes: ['float32', 'float32']
    });
    expect(profileOperators(matMul({})).operators[0]).toMatchObject({
      computation: null,
      memory: null,
      inShapes: 'unknown'
    });
  });
});

function matMul(args: Readonly<Record<string, string>>): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread', pid: 1, tid: 1 });
  builder.addSlice({
    name: 'BatchMatMul',
    category: 'operator',
    track,
    start: 0,
    duration: 1e6,
    args
  });
  return builder.build(sampleMeta(1e6));
}
