import { describe, expect, it } from 'vitest';
import { callTree, sampleStacks } from '../../../../src/analysis';
import {
  changedStacks,
  packageOfCallee,
  type StackChange
} from '../../../../src/analysis/stacks/stackChanges';
import type { Profile } from '../../../../src/model/profile/profile';
import { stackedProfile } from '../../../support/stackedProfile';

const LIBRARY = 'node_modules/x/x.js';

/** Files of functions, of which each has one; the user's but for the library. */
const PROFILE = stackedProfile(
  [
    { stack: ['main.ts', 'a.ts'], ns: 1 },
    { stack: ['main.ts', 'a.ts', LIBRARY], ns: 2 },
    { stack: ['main.ts', 'a.ts', LIBRARY, 'b.ts'], ns: 4 },
    { stack: ['main.ts', 'b.ts', 'a.ts', 'b.ts'], ns: 8 },
    { stack: [LIBRARY], ns: 16 },
    { stack: ['b.ts'], ns: 32 }
  ],
  63
);

const calleeOf = ({ frames, strings }: Profile, file: string): number =>
  [...frames.file.keys()].find(frame => strings[frames.file[frame]] === file)!;

/** The self weights of changed stacks, by the files of their functions. */
function pathsAfter(...changes: readonly StackChange[]): Readonly<Record<string, number>> {
  const { frames, strings } = PROFILE;
  const tree = callTree(changedStacks(PROFILE, sampleStacks(PROFILE), changes));
  const paths: Record<string, number> = {};
  for (let row = 0; row < tree.length; row++) {
    if (tree.self[row] === 0) continue;
    const files: string[] = [];
    for (let at = row; at >= 0; at = tree.parent[at]) {
      files.push(strings[frames.file[tree.callee[at]]].replace(/^.*\//, '').slice(0, 1));
    }
    paths[files.reverse().join('')] = tree.self[row];
  }
  return paths;
}

const on = (type: 'focus' | 'merge' | 'collapse', file: string): StackChange => {
  return { type, callee: calleeOf(PROFILE, file) };
};

describe('changes of stacks', () => {
  it('show what a function called, wherever it was called, with it outermost', () => {
    expect(pathsAfter(on('focus', 'a.ts'))).toEqual({ a: 1, ax: 2, axb: 4, ab: 8 });
    expect(pathsAfter(on('focus', 'b.ts'))).toEqual({ b: 36, bab: 8 });
  });

  it('leave a function out, and give its time to its callers', () => {
    expect(pathsAfter(on('merge', LIBRARY))).toEqual({ ma: 3, mab: 4, mbab: 8, x: 16, b: 32 });
    expect(pathsAfter(on('merge', 'a.ts'))).toEqual({ m: 1, mx: 2, mxb: 4, mbb: 8, x: 16, b: 32 });
  });

  it('have a function stand for all that it called', () => {
    expect(pathsAfter(on('collapse', 'a.ts'))).toEqual({ ma: 7, mba: 8, x: 16, b: 32 });
    expect(pathsAfter(on('collapse', 'main.ts'))).toEqual({ m: 15, x: 16, b: 32 });
  });

  it('have only the functions of a package, or the own code', () => {
    expect(pathsAfter({ type: 'package', name: 'x' })).toEqual({ x: 22 });
    expect(pathsAfter({ type: 'package', name: null })).toEqual({ ma: 3, mab: 4, mbab: 8, b: 32 });
    expect(packageOfCallee(PROFILE, calleeOf(PROFILE, LIBRARY))).toBe('x');
    expect(packageOfCallee(PROFILE, calleeOf(PROFILE, 'a.ts'))).toBeNull();
  });

  it('follow one another', () => {
    const changes = [on('focus', 'a.ts'), on('merge', LIBRARY), on('collapse', 'b.ts')];
    expect(pathsAfter(...changes)).toEqual({ a: 3, ab: 12 });
    expect(pathsAfter()).toEqual({ ma: 1, max: 2, maxb: 4, mbab: 8, x: 16, b: 32 });
  });
});
