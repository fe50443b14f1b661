import { describe, expect, it } from 'vitest';
import { actionOfKey } from '../../../../../extension/src/views/timeline/navigator';

const press = (key: string, changes: Partial<Parameters<typeof actionOfKey>[0]> = {}) =>
  actionOfKey({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...changes
  });

describe('actionOfKey', () => {
  it('zooms in and out by letter and by sign, whatever the case', () => {
    expect(press('w')).toEqual(press('+'));
    expect(press('W', { shiftKey: true })).toEqual(press('w'));
    expect(press('s')).toEqual(press('-'));
    const [inward, outward] = [press('w'), press('s')];
    expect(inward).toMatchObject({ type: 'zoom' });
    if (inward?.type === 'zoom' && outward?.type === 'zoom') {
      expect(inward.factor * outward.factor).toBeCloseTo(1);
    }
  });

  it('walks over slices with Shift and the arrows, and pans without', () => {
    const shiftKey = true;
    expect(press('ArrowRight')).toMatchObject({ type: 'pan' });
    expect(press('ArrowRight', { shiftKey })).toEqual({ type: 'walk', direction: 'next' });
    expect(press('ArrowDown', { shiftKey })).toEqual({ type: 'walk', direction: 'child' });
    expect(press('[')).toEqual({ type: 'walk', direction: 'previous' });
  });

  it('leaves other keys, and those with Ctrl, Cmd or Alt, to the page', () => {
    expect(press('q')).toBeNull();
    expect(press('Tab')).toBeNull();
    expect(press('constructor')).toBeNull();
    expect(press('s', { ctrlKey: true })).toBeNull();
    expect(press('a', { metaKey: true })).toBeNull();
    expect(press('d', { altKey: true })).toBeNull();
  });
});
