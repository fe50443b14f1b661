import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../vscode/src/renderer/handedToViews';

const lab = nullTranslator.load('kernelscope');

describe('ENGLISH', () => {
  it.each([
    ['%1 of %2', ['3 MB', '4 MB']],
    ['%2 before %1, and %1 again', ['a', 'b']],
    ['%1', ['%2 $& %1']],
    ['40 %% of %1', ['it']],
    ['%11 and %1', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']],
    ['no values', []]
  ])('fills %j as JupyterLab does', (text, values) => {
    expect(ENGLISH.__(text, ...values)).toBe(lab.__(text, ...values));
  });

  it.each([0, 1, 2])('chooses the form for %i as JupyterLab does', count => {
    const forms = ['%1 slice of %2', '%1 slices of %2'] as const;
    expect(ENGLISH._n(...forms, count, 'all')).toBe(lab._n(...forms, count, 'all'));
  });
});
