import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { heldSlices, lacksSlices } from '../../../../../extension/src/shared/content/heldSlices';
import { exampleSummary } from '../../exampleBundle';

const words = { formats: createNumberFormats('en'), trans: nullTranslator.load('kernelscope') };
const summary = exampleSummary({ slices: 1200, droppedSlices: 200 });

describe('what an output holds', () => {
  it('is the longest slices where some did not fit', () => {
    expect(lacksSlices(999, summary)).toBe(true);
    expect(heldSlices(999, summary, words)).toBe('the 999 longest of 1,000 slices');
  });

  it('is every slice where only samples or details did not fit', () => {
    expect(lacksSlices(1000, summary)).toBe(false);
    expect(heldSlices(1000, summary, words)).toMatch(/^every slice that was kept, but/);
    const undropped = exampleSummary({ slices: 1000, droppedSlices: 0 });
    expect(heldSlices(1000, undropped, words)).toMatch(/^every slice, but not all samples/);
  });
});
