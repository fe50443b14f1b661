import { describe, expect, it } from 'vitest';
import {
  LINE_HEIGHT_PX,
  visibleLines
} from '../../../../../extension/src/views/table/visibleLines';

describe('visibleLines', () => {
  it('starts at the first line and ends a margin after the last visible one', () => {
    expect(visibleLines(0, 10 * LINE_HEIGHT_PX, 10_000)).toEqual({ from: 0, to: 18 });
  });

  it('follows the scroll position with a margin on both sides', () => {
    const range = visibleLines(100 * LINE_HEIGHT_PX, 10 * LINE_HEIGHT_PX, 10_000);
    expect(range).toEqual({ from: 92, to: 118 });
  });

  it('never leaves the table, wherever the page says it is', () => {
    expect(visibleLines(1e9, 400, 20)).toEqual({ from: 20, to: 20 });
    expect(visibleLines(-500, 400, 0)).toEqual({ from: 0, to: 0 });
  });
});
