import { describe, expect, it } from 'vitest';
import { calledFunction } from '../../../../../src/analysis';
import {
  depthAt,
  LEVEL_PX,
  levelTopPx,
  placed
} from '../../../../../extension/src/views/flame/flameParts';
import type { FlameStep } from '../../../../../extension/src/shared/flame/flameKeys';
import { zoomToSee } from '../../../../../extension/src/shared/flame/treeZoom';
import {
  type FlameChange,
  type FlameRow,
  FlameState
} from '../../../../../extension/src/views/flame/state';
import { neighbour } from '../../../../../extension/src/views/flame/picker';
import { flameProfile } from '../../../../support/flameProfile';
import { timelineProfile } from '../../../../support/timelineProfile';

const stateOf = () => new FlameState(flameProfile(), null, null);
const nameOf = ({ profile, parts }: FlameState, target: FlameRow | null) =>
  target && calledFunction(profile, parts[target.part].tree.callee[target.row]).name;
const rowOf = (state: FlameState, name: string, part = 0): FlameRow => {
  const { tree } = state.parts[part];
  const row = [...tree.callee.keys()].find(at => nameOf(state, { part, row: at }) === name)!;
  return { part, row };
};

describe('the state of flames', () => {
  it('keeps zoom and selection at the same calls when something else is counted', () => {
    const state = stateOf();
    state.zoom(rowOf(state, 'train'));
    state.select(rowOf(state, 'forward'));
    state.setKind('allocations');
    expect(nameOf(state, { part: 0, row: state.parts[0].zoom })).toBe('train');
    expect(nameOf(state, state.selected)).toBe('forward');
    expect(state.tree.unit).toBe('bytes');
  });

  it('forgets a thread that another kind does not have', () => {
    const state = stateOf();
    state.setTrack(1);
    expect(state.tree.whole).toBe(90e6);
    state.setKind('operators');
    expect(state.query.track).toBeNull();
  });

  it('begins a sandwich with the selected function, else with the one with most self', () => {
    const state = stateOf();
    state.setFolded(false);
    state.setShape('sandwich');
    expect(nameOf(state, { part: 1, row: 0 })).toBe('conv2d');
    state.focusOn(state.parts[0].tree.callee[1]);
    expect(nameOf(state, { part: 1, row: 0 })).toBe('runKernel');
    expect(state.sandwich?.total).toBe(980e6);
    state.setShape('flame');
    state.select(rowOf(state, 'loss'));
    state.setShape('sandwich');
    expect(nameOf(state, { part: 1, row: 0 })).toBe('loss');
  });

  it('is folded until told otherwise, and so is the next profile', () => {
    const state = stateOf();
    expect(state.isFolded).toBe(true);
    const names = () => [...state.tree.callee.keys()].map(row => nameOf(state, { part: 0, row }));
    expect(names()).toContain('runKernel');
    expect(names()).not.toContain('conv2d');
    state.select(rowOf(state, 'runKernel'));
    state.setFolded(false);
    expect(names()).toContain('conv2d');
    expect(nameOf(state, state.selected)).toBe('runKernel');
    expect(new FlameState(timelineProfile(), state, null).isFolded).toBe(false);
  });

  it('changes what is counted, and takes that back', () => {
    const state = stateOf();
    const whole = state.tree.whole;
    const { callee } = state.tree;
    const train = callee[rowOf(state, 'train').row];
    const forward = callee[rowOf(state, 'forward').row];
    state.setChanges([{ type: 'focus', callee: train }]);
    expect(nameOf(state, { part: 0, row: 0 })).toBe('train');
    expect(state.tree.whole).toBeLessThan(whole);
    const focused = state.tree.whole;
    state.setChanges([...state.changes, { type: 'collapse', callee: forward }]);
    expect(state.tree.whole).toBe(focused);
    const { row } = rowOf(state, 'forward');
    expect(state.tree.end[row]).toBe(row + 1);
    state.setChanges([]);
    expect(state.tree.whole).toBe(whole);
  });

  it('tells what changed', () => {
    const state = stateOf();
    const told: FlameChange[] = [];
    state.changed.connect((_, change) => told.push(change));
    state.setWindow({ fromNs: 0, toNs: 4e6 });
    state.zoom({ part: 0, row: 0 });
    state.light(null);
    expect(told).toEqual(['trees', 'zoom', 'light']);
  });

  it('goes on with kind and shape in another profile, where that has them', () => {
    const before = stateOf();
    before.setKind('operators');
    before.setShape('icicle');
    const after = new FlameState(timelineProfile(), before, null);
    expect([after.query.kind, after.shape]).toEqual(['operators', 'icicle']);
    before.setKind('cpu');
    expect(new FlameState(timelineProfile(), before, null).query.kind).toBe('operators');
  });

  it('puts a function in the middle of another profile as well', () => {
    const before = stateOf();
    before.setShape('sandwich');
    const after = new FlameState(timelineProfile(), before, null);
    expect(after.sandwich?.callees.length).toBeGreaterThan(0);
  });
});

describe('parts of the picture', () => {
  it('stand below each other, and levels are where they are drawn', () => {
    const state = stateOf();
    state.focusOn(rowOf(state, 'runKernel').row >= 0 ? state.tree.callee[5] : -1);
    const { parts, heightPx } = placed(state.parts);
    const [callers, callees] = parts;
    expect(heightPx).toBe((callers.levels + callees.levels) * LEVEL_PX);
    expect(levelTopPx(callers, 1)).toBe((callers.levels - 1) * LEVEL_PX);
    expect(levelTopPx(callees, 0)).toBe(callers.levels * LEVEL_PX);
    for (const part of parts) {
      for (let depth = part.skipped; depth < part.skipped + part.levels; depth++) {
        expect(depthAt(part, levelTopPx(part, depth) + 3)).toBe(depth);
      }
    }
  });
});

describe('steps', () => {
  const step = (state: FlameState, from: FlameRow | null, ...steps: readonly FlameStep[]) =>
    steps.reduce((at, each) => neighbour(state, at, each) ?? at, from);

  it('begin at the outermost function and go to children and siblings', () => {
    const state = stateOf();
    const first = neighbour(state, null, 'next');
    expect(nameOf(state, first)).toBe('(top level)');
    expect(nameOf(state, step(state, first, 'child', 'child'))).toBe('step');
    expect(nameOf(state, step(state, first, 'child', 'child', 'next', 'next'))).toBe('log');
    expect(nameOf(state, step(state, rowOf(state, 'log'), 'previous'))).toBe('loadBatch');
    expect(neighbour(state, rowOf(state, '(program)'), 'next')).toBeNull();
    expect(neighbour(state, first, 'parent')).toBeNull();
  });

  it('cross from callees to callers in a sandwich', () => {
    const state = stateOf();
    state.focusOn(state.tree.callee[rowOf(state, 'loss').row]);
    const middle = neighbour(state, null, 'next');
    expect(middle).toEqual({ part: 1, row: 0 });
    expect(nameOf(state, neighbour(state, middle, 'parent'))).toBe('tidy');
  });

  it('zoom out to what is not visible, and in to what is too narrow', () => {
    const state = stateOf();
    state.zoom(rowOf(state, 'fetch'));
    expect(zoomToSee(state.parts[0], rowOf(state, 'step').row, 800)).toBe(-1);
    state.zoom({ part: 0, row: -1 });
    expect(zoomToSee(state.parts[0], rowOf(state, 'step').row, 800)).toBe(-1);
    const log = rowOf(state, 'log').row;
    expect(zoomToSee(state.parts[0], log, 50)).toBe(log);
  });
});
