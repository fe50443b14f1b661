import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../../src/analysis/statistics/aggregate';
import { bundleSections } from '../../../../src/formats/bundle/bundleSections';
import { profileHtml } from '../../../../src/formats/html/write';
import { validateBundle } from '../../../../src/model/validate/validateBundle';
import { drawProfile } from '../../../support/drawProfile';
import { storedBundle } from '../../../support/storedBundle';

const repeated = drawProfile(
  `
  main |[repetition/repetition ][repetition/repetition ]
       |[work ]                 [work      ]            `,
  { nsPerColumn: 1_000_000 }
);
const bundle = storedBundle(repeated);

describe('a bundle of a repeated cell', () => {
  it('carries its figures', () => {
    const figures = bundleSections(bundle).flatMap(({ rows }) => rows.map(row => row.perRun));
    const exact = aggregate(repeated).flatMap(({ rows }) => rows.map(row => row.perRun!));
    expect(figures).toEqual(
      exact.map(({ mean, halfWidth }) => ({ mean, halfWidth: Number(halfWidth!.toFixed(3)) }))
    );
    expect(() => validateBundle(bundle)).not.toThrow();
  });

  it.each([
    [10, true],
    [11, true],
    [12, true],
    [13, true],
    [14, true],
    [16, true],
    [9, false],
    [15, false],
    [17, false]
  ])('may have rows of %i cells: %s', (cells, isValid) => {
    const row = ['name', ...Array<number>(cells - 1).fill(1)];
    const sections = [{ category: 'op', unit: 'nanoseconds', rows: [row] }];
    const check = (): unknown => validateBundle({ ...bundle, sections });
    if (isValid) expect(check).not.toThrow();
    else expect(check).toThrow(/rows row 0 has \d+ numbers, not 9, 10, 11, 12, 13, 15\./);
  });

  it.each([
    [[null, null, null, 1], true],
    [[1, null, 2, 1], true],
    [[null, null, null, null], false],
    [[null, null, null], false],
    [[null, null, null, '1'], false],
    [[null, null, null, null, 1, 1], true],
    [[null, null, null, null, null, 1], false],
    [[null, null, null, null, 1, null], false]
  ])('may end in %j: %s', (more, isValid) => {
    const row = ['name', ...Array<number>(9).fill(1), ...more];
    const sections = [{ category: 'op', unit: 'nanoseconds', rows: [row] }];
    const check = (): unknown => validateBundle({ ...bundle, sections });
    if (isValid) expect(check).not.toThrow();
    else expect(check).toThrow(/a number of sections row 0/i);
  });
});

describe('the HTML of a repeated cell', () => {
  it('has the mean and the interval of each row before its share', () => {
    const html = profileHtml(repeated);
    const headings = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(headings.slice(8, 12)).toEqual(['p95', 'Max', 'Mean/Run', '± 95 %']);
    const [, cells] = /work<\/th>(.*)<\/tr>/.exec(html)!;
    const numbers = [...cells.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text);
    expect(numbers[9]).toBe('9.50');
    expect(numbers[10]).toBe('31.8');
  });

  it('has neither where nothing was repeated', () => {
    expect(profileHtml(drawProfile('main |[work]'))).not.toContain('Mean/Run');
  });
});
