import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { LEVELS, levelOf, markText } from '../../../vscode/src/host/heatText';

const FORMATS = createNumberFormats('en');
const cpu = { kind: 'cpu', whole: 1e9, files: [] } as const;

describe('the marks of lines', () => {
  it('have the share and time of a line with all that it called', () => {
    const { short, long } = markText([3, 0.25, 0.5], cpu, FORMATS);
    expect(short).toBe('50.0 % · 500 ms');
    expect(long).toBe(
      '25.0 % (250 ms) CPU time on this line itself, 50.0 % (500 ms) with all that it called.'
    );
  });

  it('have the share of the line itself where nothing else is known', () => {
    const { short, long } = markText([3, 0.25, null], cpu, FORMATS);
    expect(short).toBe('25.0 % · 250 ms');
    expect(long).toBe('25.0 % (250 ms) CPU time on this line itself.');
  });

  it('have bytes of memory', () => {
    const memory = { kind: 'allocations', whole: 2e6, files: [] } as const;
    expect(markText([1, 0.5, null], memory, FORMATS).short).toBe('50.0 % · 1 MB');
  });

  it('are the stronger the hotter the line is, and there are none for cold ones', () => {
    const levels = [0.5, 0.1, 0.05, 0.01, 0.005, 0.001].map(share => levelOf([1, 0, share]));
    expect(levels).toEqual([0, 0, 1, 1, 2, 2]);
    expect(levelOf([1, 0.2, null])).toBe(0);
    expect(levelOf([1, 0.0005, 0.0009])).toBeNull();
    const widths = LEVELS.map(({ width }) => width);
    expect(widths).toEqual([...widths].sort((a, b) => b - a));
  });
});
