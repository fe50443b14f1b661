import { describe, expect, it } from 'vitest';
import { callTree, sampleStacks } from '../../../../src/analysis';
import { foldedStacks } from '../../../../src/analysis/stacks/foldStacks';
import type { StackWeights } from '../../../../src/analysis/stacks/stackWeights';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { crowdedFlameProfile, flameProfile } from '../../../support/flameProfile';

/** The calls of each row of a tree with time of its own, from the outside in, and that time. */
function pathsOf({ frames, strings }: Profile, weights: StackWeights): Map<string, number> {
  const tree = callTree(weights);
  const paths = new Map<string, number>();
  for (let row = 0; row < tree.length; row++) {
    if (tree.self[row] === 0) continue;
    const names: string[] = [];
    for (let at = row; at >= 0; at = tree.parent[at]) {
      names.push(strings[frames.name[tree.callee[at]]]);
    }
    paths.set(names.reverse().join(' '), tree.self[row] / 1e6);
  }
  return paths;
}

function rootOf(prefix: Int32Array, row: number): number {
  let root = row;
  while (prefix[root] >= 0) root = prefix[root];
  return root;
}

describe('folded stacks', () => {
  it('have one function of a library in place of all that it called', () => {
    const profile = flameProfile();
    const { weights, isHidden } = foldedStacks(profile, sampleStacks(profile));
    const paths = pathsOf(profile, weights);
    const train = '(top level) train step tidy forward';
    expect(paths.get(`${train} runKernel`)).toBe(890);
    expect([...paths.keys()].filter(path => path.includes('conv2d'))).toEqual([]);
    const hidden = [...isHidden.keys()].filter(callee => isHidden[callee] === 1);
    const names = hidden.map(callee => profile.strings[profile.frames.name[callee]]);
    expect(new Set(names)).toEqual(new Set(['conv2d', 'relu', 'matMul']));
  });

  it.each([
    ['few', flameProfile],
    ['many', () => crowdedFlameProfile(50_000)]
  ])('begin with the own code, nest no libraries, and lose nothing: %s', (_, profileOf) => {
    const profile = profileOf();
    const { frames, stacks } = profile;
    const recorded = sampleStacks(profile);
    const { weights } = foldedStacks(profile, recorded);
    const isOwn = (row: number): boolean => frames.kind[weights.callee[row]] === FrameKind.user;
    const ownPath = (prefix: Int32Array, from: number): number[] => {
      const path: number[] = [];
      for (let row = from; row >= 0; row = prefix[row]) if (isOwn(row)) path.push(row);
      return path;
    };
    for (let row = 0; row < stacks.length; row++) {
      if (isOwn(row)) {
        expect(ownPath(weights.prefix, row)).toEqual(ownPath(recorded.prefix, row));
        expect(isOwn(rootOf(weights.prefix, row))).toBe(true);
      } else if (weights.weight[row] > 0) {
        expect(weights.prefix[row] < 0 || isOwn(weights.prefix[row])).toBe(true);
      }
    }
    const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);
    expect(sumOf(weights.weight)).toBeCloseTo(sumOf(recorded.weight), 0);
    const again = foldedStacks(profile, weights).weights;
    expect(pathsOf(profile, again)).toEqual(pathsOf(profile, weights));
  });
});
