import { describe, expect, it } from 'vitest';
import {
  headingShares,
  markHeading
} from '../../../../../extension/src/shell/notebook/headingShares';

const headings = [
  { index: 0, level: 1 },
  { index: 2, level: 2 },
  { index: 4, level: 1 }
];

describe('the shares of headings', () => {
  it('count what is below a heading with all that is below its own headings', () => {
    const cells = [
      { index: 1, wallNs: 10 },
      { index: 3, wallNs: 30 },
      { index: 5, wallNs: 60 }
    ];
    expect(headingShares(headings, cells)).toEqual([0.4, 0.3, 0.6]);
  });

  it('are none without time', () => {
    expect(headingShares(headings, [])).toEqual([null, null, null]);
  });
});

describe('the mark of a heading', () => {
  const formats = { percent: (share: number) => `${share * 100} %` };

  it('is added to what the heading has, and taken away again', () => {
    const heading = { text: 'Train', level: 1, dataset: { 'data-running': '-1' } };
    expect(markHeading(heading, 0.25, formats)).toBe(true);
    expect(heading.dataset).toEqual({
      'data-running': '-1',
      'data-kernelscope-share': '25 %',
      'data-kernelscope-bar': '▰▰▱▱▱'
    });
    expect(markHeading(heading, 0.25, formats)).toBe(false);
    expect(markHeading(heading, null, formats)).toBe(true);
    expect(heading.dataset).toEqual({ 'data-running': '-1' });
  });
});
