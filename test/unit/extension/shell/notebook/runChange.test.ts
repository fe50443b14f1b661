import { describe, expect, it } from 'vitest';
import { runChange, sparkline } from '../../../../../extension/src/shell/notebook/runChange';

const ms = (...times: readonly number[]) =>
  times.map((time, at) => ({ id: String(at), wallNs: time * 1e6, isLight: true }));

describe('the change since the last run', () => {
  it('is there from the second run on', () => {
    expect(runChange([])).toBeNull();
    expect(runChange(ms(10))).toBeNull();
    expect(runChange(ms(100, 150))).toMatchObject({ type: 'slower', deltaNs: 50e6, ratio: 0.5 });
    expect(runChange(ms(100, 50))).toMatchObject({ type: 'faster', deltaNs: -50e6, ratio: -0.5 });
  });

  it('is noise up to a tenth, and up to 2 ms', () => {
    expect(runChange(ms(100, 110))?.type).toBe('same');
    expect(runChange(ms(100, 111))?.type).toBe('slower');
    expect(runChange(ms(1, 3))?.type).toBe('same');
    expect(runChange(ms(1, 3.1))?.type).toBe('slower');
  });

  it('is noise within the spread of three earlier runs or more', () => {
    expect(runChange(ms(100, 140, 100, 140))?.type).toBe('slower');
    expect(runChange(ms(100, 140, 120, 100, 140))?.type).toBe('same');
    expect(runChange(ms(100, 140, 120, 100, 300))?.type).toBe('slower');
  });

  it('is against the last run that was recorded in the same way', () => {
    const [first, full, last] = ms(100, 900, 150);
    const runs = [first, { ...full, isLight: false }, last];
    expect(runChange(runs)).toMatchObject({ type: 'slower', deltaNs: 50e6 });
    expect(runChange(runs.slice(1))).toBeNull();
  });
});

describe('a sparkline', () => {
  it('has the highest value at full height', () => {
    expect(sparkline([0, 5, 10])).toBe('▁▅█');
  });

  it('of nothing is flat', () => {
    expect(sparkline([0, 0])).toBe('▁▁');
    expect(sparkline([])).toBe('');
  });
});
