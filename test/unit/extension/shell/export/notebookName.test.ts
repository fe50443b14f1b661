import { describe, expect, it } from 'vitest';
import { notebookName } from '../../../../../extension/src/shell/export/exportContext';

describe('notebookName', () => {
  it('is the last part of the path that the resolver has', () => {
    expect(notebookName({ path: 'deep/er/mnist.ipynb' })).toBe('mnist.ipynb');
    expect(notebookName({ path: 'mnist.ipynb' })).toBe('mnist.ipynb');
  });

  it('is empty where the resolver has none', () => {
    for (const resolver of [null, {}, { path: 3 }, { path: '' }]) {
      expect(notebookName(resolver)).toBe('');
    }
  });
});
