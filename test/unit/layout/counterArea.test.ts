import { describe, expect, it } from 'vitest';
import { counterArea } from '../../../src/layout/counterArea';
import { drawProfile } from '../../support/drawProfile';

const [series] = drawProfile('c {count} |  4   8   2').counters;

describe('counterArea', () => {
  it('has the values of the window as corners of a step line', () => {
    const area = counterArea(series, { fromNs: 0, toNs: 20 }, 200)!;
    expect([...area.x]).toEqual([20, 60, 100]);
    expect([...area.level]).toEqual([0.5, 1, 0.25]);
    expect(area.firstValue).toBe(0);
  });

  it('tells a value that only holds from the values of the window', () => {
    const held = counterArea(series, { fromNs: 4, toNs: 8 }, 100)!;
    expect([...held.x]).toEqual([0, 50]);
    expect(held.firstValue).toBe(1);
    const first = counterArea(series, { fromNs: 6, toNs: 8 }, 100)!;
    expect([...first.x]).toEqual([0]);
    expect(first.firstValue).toBe(0);
  });

  it('is nothing before the first value', () => {
    expect(counterArea(series, { fromNs: 0, toNs: 1 }, 100)).toBeNull();
  });
});
