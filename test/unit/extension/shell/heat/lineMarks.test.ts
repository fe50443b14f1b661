import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../src/model/profile/profile';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { fileHeats, isWarm, shownCosts } from '../../../../../extension/src/shell/heat/fileHeat';
import {
  type MarkContext,
  lineMarks,
  markName,
  markTitle,
  offsetOfLine
} from '../../../../../extension/src/shell/heat/lineMarks';
import { flameProfile } from '../../../../support/flameProfile';
import { earlierCellProfile, sourceProfile } from '../../../../support/sourceProfile';

const TEXT = 'const a = 1;\nwork(a);\nrest();';

const profile = (): Profile =>
  sourceProfile({
    cell: { file: 'Cell [4]', executionCount: 4, source: TEXT },
    durationNs: 2e9,
    sampleCount: 1000,
    lines: [
      { file: 'Cell [4]', line: 3, selfNs: 1e6, totalNs: 10e6 },
      { file: 'Cell [4]', line: 2, selfNs: 0.2e9, totalNs: 1.2e9 },
      { file: 'Cell [4]', line: 1, selfNs: 1, totalNs: 1 },
      { file: 'library.js', line: 2, selfNs: 1e9, totalNs: 1e9 }
    ]
  });

const context: MarkContext = {
  kind: 'cpu',
  profileName: 'Cell [4]',
  formats: createNumberFormats('en'),
  trans: nullTranslator.load('kernelscope')
};

const [heat] = fileHeats(profile());

describe('the marks of a cell', () => {
  it('are beside its lines in their order, with total and self share', () => {
    const marks = lineMarks(heat, TEXT, context);
    expect(marks.map(({ line, offset }) => [line, offset])).toEqual([
      [2, 13],
      [3, 22]
    ]);
    expect(marks[0]).toMatchObject({
      share: 0.6,
      selfShare: 0.1,
      figure: '60.0 %',
      isStale: false
    });
    expect(marks[1]).toMatchObject({ share: 0.005, figure: '' });
  });

  it('are stale beside the same lines once the text is another', () => {
    const marks = lineMarks(heat, `// comment\n${TEXT}`, context);
    expect(marks.map(({ offset, isStale }) => [offset, isStale])).toEqual([
      [24, true],
      [33, true]
    ]);
    expect(lineMarks(heat, '', context)).toEqual([]);
  });

  it('stand at lines as JavaScript counts them', () => {
    const source = "f('\u2028');\ng();";
    const lines = [{ file: 'Cell [1]', line: 3, selfNs: 1e9, totalNs: 1e9 }];
    const cell = { file: 'Cell [1]', executionCount: 1, source };
    const [odd] = fileHeats(sourceProfile({ cell, durationNs: 1e9, sampleCount: 9, lines }));
    expect(lineMarks(odd, source, context).map(({ offset }) => offset)).toEqual([
      source.indexOf('g();')
    ]);
  });

  it('say in words what the share is of and how sure it is', () => {
    const [mark] = lineMarks(heat, TEXT, context);
    expect(markTitle(heat, mark, context).split('\n')).toEqual([
      'CPU: total 60.0 % (1.2 s), self 10.0 % (200 ms) of 2 s',
      '60.0 % of 1,000 samples; between 56.9 % and 63.0 % with 95 % confidence',
      'From the profile Cell [4]: click to see the line there.'
    ]);
    expect(markName(heat, mark, context)).toBe(
      'Line 2: CPU: total 60.0 % (1.2 s), self 10.0 % (200 ms) of 2 s'
    );
  });

  it('say that the cell was edited since', () => {
    const [mark] = lineMarks(heat, `${TEXT}\n`, context);
    expect(markTitle(heat, mark, context)).toContain('The cell was edited since');
    expect(markName(heat, mark, context)).toMatch(/, edited since$/);
  });

  it('lead to a line of the profile wherever it is now', () => {
    expect(offsetOfLine(heat, TEXT, 3)).toBe(22);
    expect(offsetOfLine(heat, `\n${TEXT}`, 3)).toBe(23);
    expect(offsetOfLine(heat, '', 3)).toBe(0);
  });
});

describe('the heat of the cells in a profile', () => {
  it('has the profiled cell first, and each other cell whose text is there', () => {
    const heats = fileHeats(earlierCellProfile());
    expect(heats[0].isProfiled).toBe(true);
    expect(heats.length).toBeGreaterThan(1);
    expect(heats.slice(1).every(({ isProfiled, file }) => !isProfiled && file !== '')).toBe(true);
    expect(heats.some(isWarm)).toBe(true);
  });

  it('has no warmth in a cell without costs', () => {
    const cell = { file: 'Cell [1]', executionCount: 1, source: 'f();' };
    const cold = sourceProfile({ cell, durationNs: 1e9, lines: [] });
    expect(fileHeats(cold).map(isWarm)).toEqual([false]);
    expect(shownCosts(fileHeats(cold)[0], 'cpu')?.lines ?? []).toEqual([]);
  });

  it('has the costs of each kind, and the first where the wanted one is not there', () => {
    const [kinds] = fileHeats(flameProfile());
    const found = kinds.costs.map(({ kind }) => kind);
    expect(found.length).toBeGreaterThan(1);
    expect(shownCosts(kinds, found[1])?.kind).toBe(found[1]);
    expect(shownCosts(heat, 'gpu')?.kind).toBe('cpu');
    expect(shownCosts(heat, 'auto')?.kind).toBe('cpu');
    expect(shownCosts({ ...kinds, leading: found[1] }, 'auto')?.kind).toBe(found[1]);
  });

  it('has the shares of the source view', () => {
    const costs = heat.costs[0];
    expect(costs.lines.find(({ line }) => line === 2)?.totalShare).toBeCloseTo(0.6, 9);
    expect(costs.whole).toBe(2e9);
  });
});
