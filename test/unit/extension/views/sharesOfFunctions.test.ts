import { nullTranslator } from '@jupyterlab/translation';
import { expect, it } from 'vitest';
import { createNumberFormats } from '../../../../extension/src/shared/content/format';
import { FlameState } from '../../../../extension/src/views/flame/state';
import { FlameWords } from '../../../../extension/src/views/flame/words';
import {
  functionRows,
  hottestFunctions
} from '../../../../extension/src/views/source/functionRows';
import { functionTotals } from '../../../../extension/src/views/table/functionTotals';
import { lineCosts } from '../../../../src/analysis';
import { profileHtml } from '../../../../src/formats';
import { hotFunctionsTable, plainForm, tablesText } from '../../../../src/report';
import { flameProfile } from '../../../support/flameProfile';

const trans = nullTranslator.load('kernelscope');
const formats = createNumberFormats('en');

/** A run of 5 s in which threads were busy for 1.3 s, of which `conv2d` had 0.61 s. */
const sampled = flameProfile();
const profile = { ...sampled, meta: { ...sampled.meta, durationNs: 5e9 } };
const SHARE = '12.2 %';

it('a function has the same share of the run in every view', () => {
  const { sections, wholeNs } = functionTotals(profile, null, trans);
  const row = sections.flatMap(({ rows }) => rows).find(([name]) => name.startsWith('conv2d'));
  expect(formats.percent((row?.[3] ?? 0) / wholeNs)).toBe(SHARE);

  const [hottest] = functionRows(hottestFunctions(profile, 'cpu'), { formats, trans });
  expect(hottest.map(({ text }) => text).slice(0, 2)).toEqual(['conv2d', SHARE]);

  const state = new FlameState(profile, null, null);
  state.setFolded(false);
  const { tree } = state;
  const words = new FlameWords(trans, formats);
  const called = tree.callee.findIndex(callee => words.name(profile, callee) === 'conv2d');
  expect(words.share(tree, tree.total[called])).toBe(SHARE);

  expect(tablesText([hotFunctionsTable(profile, plainForm(1))])).toMatch(
    /610\.0 +12\.2 +610\.0 +conv2d/
  );
  expect(profileHtml(profile)).toMatch(/<code>conv2d<\/code>.*12\.2\s%/);
});

it('a line has the share of the function that it is all of, also where threads together are longer', () => {
  const { frames, strings } = sampled;
  const frame = frames.name.findIndex(name => strings[name] === 'conv2d');
  const file = strings[frames.file[frame]];
  const lineTotals = {
    length: 1,
    file: Uint32Array.of(frames.file[frame]),
    line: Uint32Array.of(41),
    self: Float64Array.of(610e6),
    total: Float64Array.of(610e6),
    own: Float64Array.of(0)
  };
  for (const durationNs of [5e9, 0.7e9]) {
    const run = { ...sampled, lineTotals, meta: { ...sampled.meta, durationNs } };
    const { functions, whole } = hottestFunctions(run, 'cpu');
    const costs = lineCosts(run);
    expect(costs.whole).toBe(whole);
    expect(costs.lines).toEqual([
      { file, line: 41, selfShare: functions[0].self / whole, totalShare: 610e6 / whole }
    ]);
    const [tree] = new FlameState(run, null, null).parts;
    expect(tree.tree.shareWhole).toBe(whole);
    expect(functionTotals(run, null, trans).wholeNs).toBe(whole);
  }
});

it('a line that only has ticks has such a share as well', () => {
  const ticked = sampled.lineTicks.ticks.reduce((sum, each) => sum + each, 0);
  const { lines, whole } = lineCosts(sampled);
  const { weight, stack } = sampled.samples;
  // that of an idle thread is on no line
  const ofCode = weight.filter((_, row) => stack[row] >= 0);
  const sampledNs = ofCode.reduce((sum, each) => sum + each, 0);
  expect(whole).toBe(hottestFunctions(sampled, 'cpu').whole);
  expect(lines[0].selfShare).toBeCloseTo((3 * sampledNs) / Math.max(ticked, ofCode.length) / whole);
});

it('a function has the same share of a stretch of the run', () => {
  const window = { fromNs: 0, toNs: 1.2e9 };
  const { tree } = new FlameState(profile, null, window);
  expect(tree.shareWhole).toBe(functionTotals(profile, window, trans).wholeNs);
});
