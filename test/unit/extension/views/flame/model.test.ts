import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { calledFunction, callTree, sandwichOf } from '../../../../../src/analysis';
import { actionOfKey } from '../../../../../extension/src/shared/flame/flameKeys';
import {
  calleesOfLabel,
  calleesOfLine,
  calleesOfText,
  isNested,
  kindsOf,
  pathOf,
  samePath,
  stacksOf,
  tracksOf
} from '../../../../../extension/src/views/flame/model';
import { flamePart } from '../../../../../extension/src/views/flame/flameParts';
import { heaviestBelow, treeLines } from '../../../../../extension/src/shared/flame/treeLines';
import { FlameWords } from '../../../../../extension/src/views/flame/words';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import type { Profile } from '../../../../../src/model/profile/profile';
import { drawProfile } from '../../../../support/drawProfile';
import { flameProfile } from '../../../../support/flameProfile';
import { timelineProfile } from '../../../../support/timelineProfile';

const profile = flameProfile();
const tree = callTree(stacksOf(profile, { kind: 'cpu', track: null, window: null }));
const nameOf = (row: number) => calledFunction(profile, tree.callee[row]).name;
const namesOf = (of: Profile, flags: Uint8Array) =>
  [...flags.keys()].filter(at => flags[at] === 1).map(at => calledFunction(of, at).name);

describe('what flames are made of', () => {
  it('is what the profile has something of', () => {
    expect(kindsOf(profile)).toEqual(['cpu', 'allocations', 'operators']);
    expect(kindsOf(timelineProfile())).toEqual(['operators']);
    expect(kindsOf(drawProfile(''))).toEqual([]);
  });

  it('has the threads that it is on; the heap has none', () => {
    expect(tracksOf(profile, 'cpu')).toEqual([0, 1]);
    expect(tracksOf(profile, 'operators')).toEqual([0]);
    expect(tracksOf(profile, 'allocations')).toEqual([]);
  });

  it('nests slices only where their stacks are not known', () => {
    expect(isNested(profile, 'operators')).toBe(false);
    expect(isNested(timelineProfile(), 'operators')).toBe(true);
    expect(isNested(timelineProfile(), 'cpu')).toBe(false);
  });
});

describe('functions', () => {
  it('are found by name and file in any case', () => {
    expect(namesOf(profile, calleesOfText(profile, tree.calleeCount, 'MATMUL'))).toEqual([
      'matMul'
    ]);
    const ofFile = calleesOfText(profile, tree.calleeCount, 'engine.js');
    expect(namesOf(profile, ofFile).sort()).toEqual(['runKernel', 'tidy']);
  });

  it('are found by the line on which they begin or called on', () => {
    const at = (line: number) =>
      namesOf(profile, calleesOfLine(profile, tree.calleeCount, { file: 'Cell [1]', line }));
    expect(at(11)).toEqual(['train']);
    expect(at(14)).toEqual(['train']);
    expect(at(500)).toEqual([]);
  });

  it('are slices of one category and name where operators are shown', () => {
    const count = profile.frames.length + profile.labels.length;
    const label = { category: 'op', name: 'relu' };
    const flags = calleesOfLabel(profile, count, label);
    expect(flags.indexOf(1)).toBeGreaterThanOrEqual(profile.frames.length);
    expect(namesOf(profile, flags)).toEqual(['relu']);
  });

  it('are found again in another tree by what called them, as far as that is there', () => {
    const row = [...tree.callee.keys()].find(each => nameOf(each) === 'relu')!;
    const path = pathOf(profile, tree, row);
    expect(samePath(profile, tree, path)).toBe(row);
    expect(samePath(profile, tree, [...path.slice(0, -1), 'gone'])).toBe(tree.parent[row]);
    expect(samePath(profile, tree, ['gone'])).toBe(-1);
  });
});

describe('a tree in lines', () => {
  it('lists roots, and what is below open rows, with their places', () => {
    const lines = treeLines(tree, new Set([0]));
    expect(lines.map(({ value, level }) => `${level} ${nameOf(value)}`)).toEqual([
      '1 (top level)',
      '2 train',
      '1 fetch',
      '1 (garbage collector)',
      '1 (program)'
    ]);
    expect(lines[2]).toMatchObject({ position: 2, setSize: 4, isExpandable: true });
    expect(lines[3].isExpandable).toBe(false);
  });

  it('says how many rows it leaves out', () => {
    const length = 250;
    const wide = callTree({
      unit: 'bytes',
      length,
      prefix: new Int32Array(length).fill(-1),
      callee: Uint32Array.from({ length }, (_, row) => row),
      weight: new Float64Array(length).fill(1),
      calleeCount: length
    });
    const lines = treeLines(wide, new Set());
    expect(lines).toHaveLength(101);
    expect(lines[100]).toMatchObject({ type: 'more', value: 150, position: 101, setSize: 250 });
  });

  it('ends a list of very deep calls with a line that says so', () => {
    const length = 5000;
    const deep = callTree({
      unit: 'bytes',
      length,
      prefix: Int32Array.from({ length }, (_, row) => row - 1),
      callee: new Uint32Array(length),
      weight: new Float64Array(length).fill(1),
      calleeCount: 1
    });
    const lines = treeLines(deep, new Set(deep.callee.keys()));
    expect(lines).toHaveLength(1501);
    expect(lines[1500]).toMatchObject({ type: 'more', value: 1, level: 1501, position: 1 });
  });

  it('opens the calls that most of the weight is in', () => {
    const names = heaviestBelow(tree, 0).map(nameOf);
    expect(names).toEqual([
      '(top level)',
      'train',
      'step',
      'tidy',
      'forward',
      'runKernel',
      'conv2d'
    ]);
  });
});

describe('words', () => {
  const words = new FlameWords(nullTranslator.load('kernelscope'), createNumberFormats('en'));

  it('have total, self, shares of everything, and where the function is', () => {
    expect(words.row(profile, tree, 0)).toEqual({
      title: '(top level)',
      facts: [
        { label: 'Total', value: '1.11 s · 87.1 %' },
        { label: 'Self', value: '0 ns · 0.0 %' },
        { label: 'Where', value: 'Cell [1]:1' }
      ]
    });
  });

  it('tell what of the total was awaited', () => {
    const awaited = tree.awaited.map((_, row) => (row === 1 ? tree.total[row] / 2 : 0));
    const { facts } = words.row(profile, { ...tree, awaited }, 1);
    expect(facts.map(({ label }) => label)).toEqual(['Total', 'Self', 'Awaited', 'Where']);
    expect(facts[2].value).toBe(words.row(profile, { ...tree, total: awaited }, 1).facts[0].value);
  });

  it('read aloud the figures that are on show, which callers have no self time among', () => {
    const inner = [...tree.callee.keys()].find(row => tree.depth[row] === 2)!;
    const { callers } = sandwichOf(tree, tree.callee[inner]);
    const part = flamePart(callers, 'up', 1);
    const { title, facts } = words.partRow(profile, part, { row: 1 });
    expect(facts.map(({ label }) => label)).not.toContain('Self');
    const sentence = [title, ...facts.map(({ label, value }) => `${label} ${value}`)].join(', ');
    expect(words.sentence(profile, part, 1)).toBe(sentence);
  });

  it('describe code that belongs to no file', () => {
    const row = [...tree.callee.keys()].find(each => nameOf(each) === '(program)')!;
    expect(words.sentence(profile, flamePart(tree, 'down'), row)).toBe(
      '(program), Total 30 ms · 2.4 %, Self 30 ms · 2.4 %, Where outside of JavaScript'
    );
  });
});

describe('keys', () => {
  const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false });

  it('go to children in the direction in which these are drawn', () => {
    expect(actionOfKey(key('ArrowUp'), 'up')).toEqual({ type: 'walk', step: 'child' });
    expect(actionOfKey(key('ArrowUp'), 'down')).toEqual({ type: 'walk', step: 'parent' });
    expect(actionOfKey(key('ArrowDown'), 'down')).toEqual({ type: 'walk', step: 'child' });
  });

  it('are the page’s with Ctrl, and where they mean nothing', () => {
    expect(actionOfKey({ ...key('s'), ctrlKey: true }, 'up')).toBeNull();
    expect(actionOfKey(key('toString'), 'up')).toBeNull();
  });
});
