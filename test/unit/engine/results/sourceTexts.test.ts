import { describe, expect, it } from 'vitest';
import { textsByFile, withSourceTexts } from '../../../../src/engine/results/sourceTexts';
import { validateProfile } from '../../../../src/model/validate/validate';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';
import { sourceProfile } from '../../../support/sourceProfile';

const cell = { file: 'Cell [9]', executionCount: 9, source: 'run();' };
const profile = sourceProfile({
  cell,
  durationNs: 100e6,
  lines: [9, 1, 2, 3, 4, 5, 6].map((number, row) => {
    return { file: `Cell [${number}]`, line: 1, selfNs: (row + 1) * 1e6, totalNs: 9e6 };
  })
});
const withTexts = (texts: Readonly<Record<string, string>>) => {
  return validateProfile(withSourceTexts(profile, new Map(Object.entries(texts)))).sourceTexts;
};

describe('the source texts of a profile', () => {
  it('are of the files that have samples, hottest first, without the profiled cell', () => {
    const texts = { 'Cell [1]': 'a', 'Cell [3]': 'c', 'Cell [7]': 'cold', 'Cell [9]': 'own' };
    expect(withTexts(texts)).toEqual([
      { file: 'Cell [3]', text: 'c', isClipped: false },
      { file: 'Cell [1]', text: 'a', isClipped: false }
    ]);
  });

  it('are cut at 64,000 characters each and 256,000 together', () => {
    const long = 'x'.repeat(70_000);
    const names = [1, 2, 3, 4, 5, 6].map(number => [`Cell [${number}]`, long] as const);
    const texts = withTexts({ ...Object.fromEntries(names), 'Cell [6]': 'y'.repeat(1000) });
    expect(texts.map(({ file, text, isClipped }) => [file, text.length, isClipped])).toEqual([
      ['Cell [6]', 1000, false],
      ['Cell [5]', 64_000, true],
      ['Cell [4]', 64_000, true],
      ['Cell [3]', 64_000, true],
      ['Cell [2]', 63_000, true]
    ]);
  });

  it('are named as frames are: relative, and by the file the script was made of', () => {
    const mapper = { ...identityMapper, sourceFile: (file: string) => file.replace('.js', '.ts') };
    const cells = [
      ['Cell [1]', 'a'],
      ['/notebooks/model.js', 'b']
    ] as const;
    const texts = textsByFile(() => cells, { mapper, folder: '/notebooks' });
    expect([...texts]).toEqual([
      ['Cell [1]', 'a'],
      ['model.ts', 'b']
    ]);
  });
});
