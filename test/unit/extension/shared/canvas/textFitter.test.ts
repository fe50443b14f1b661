import { describe, expect, it } from 'vitest';
import { TextFitter } from '../../../../../extension/src/shared/canvas/textFitter';

/** A font in which a W is four times as wide as other characters, which take 5 pixels. */
const width = (text: string): number => [...text].reduce((sum, c) => sum + (c === 'W' ? 20 : 5), 0);
const context = {
  font: '11px sans-serif',
  measureText: (text: string) => ({ width: width(text) })
} as unknown as CanvasRenderingContext2D;

describe('a text in the room that it has', () => {
  const fit = (text: string, roomPx: number): string => new TextFitter().fit(context, text, roomPx);

  it('is whole where it fits, cut where it does not, and nothing where two characters do not', () => {
    expect(fit('step', 20)).toBe('step');
    expect(fit('a long name', 30)).toBe('a lon…');
    expect(fit('a long name', 14)).toBe('');
  });

  it('is never wider than the room, however wide its beginning is', () => {
    const text = 'WWWWWWWWiiiiiiiiiiiiiiiiiiiiiiii';
    for (let room = 10; room < width(text); room += 7) {
      expect(width(fit(text, room))).toBeLessThanOrEqual(room);
    }
    expect(fit(text, 100)).toBe('WWWW…');
  });
});
