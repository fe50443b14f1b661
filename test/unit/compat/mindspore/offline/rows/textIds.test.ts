import { describe, expect, it } from 'vitest';
import { TextIds } from '../../../../../../src/compat/mindspore/offline/rows/textIds';

describe('ids of texts', () => {
  it('are the same for the same text, whichever list it is in', () => {
    const ids = new TextIds();
    expect([...ids.idsOf(['a', 'b'], [0, 1, 1])]).toEqual([0, 1]);
    expect([...ids.idsOf(['b', '', 'a'], [2, 1, 0])]).toEqual([1, 2, 0]);
    expect(ids.all()).toEqual(['a', 'b', '']);
  });

  it('keep no text that no row has, of which a profile may have any number', () => {
    const ids = new TextIds();
    expect([...ids.idsOf(['unused', 'a'], [1])]).toEqual([-1, 0]);
    expect(ids.all()).toEqual(['a']);
  });
});
