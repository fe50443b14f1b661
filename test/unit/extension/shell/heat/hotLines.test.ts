import { describe, expect, it } from 'vitest';
import { nextLine } from '../../../../../extension/src/shell/heat/hotLines';

const at = (cellIndex: number, offset: number) => ({ cellIndex, offset });
const lines = [at(0, 5), at(2, 0), at(2, 40)];

describe('the next hot line', () => {
  it('is the one after the cursor, in its cell or in a later one', () => {
    expect(nextLine(lines, at(0, 5), 1)).toEqual(at(2, 0));
    expect(nextLine(lines, at(2, 0), 1)).toEqual(at(2, 40));
    expect(nextLine(lines, at(1, 99), 1)).toEqual(at(2, 0));
    expect(nextLine(lines, at(0, -1), 1)).toEqual(at(0, 5));
  });

  it('is the one before the cursor the other way', () => {
    expect(nextLine(lines, at(2, 40), -1)).toEqual(at(2, 0));
    expect(nextLine(lines, at(1, 0), -1)).toEqual(at(0, 5));
  });

  it('is the first one after the last one, and the other way round', () => {
    expect(nextLine(lines, at(2, 40), 1)).toEqual(at(0, 5));
    expect(nextLine(lines, at(0, 5), -1)).toEqual(at(2, 40));
    expect(nextLine([], at(0, 0), 1)).toBeNull();
  });
});
