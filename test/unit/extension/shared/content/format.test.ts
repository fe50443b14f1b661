import { describe, expect, it } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';

const english = createNumberFormats('en');

describe('createNumberFormats', () => {
  it('gives durations the unit that suits them', () => {
    expect(english.duration(0)).toBe('0 ns');
    expect(english.duration(850)).toBe('850 ns');
    expect(english.duration(12_345)).toBe('12.3 µs');
    expect(english.duration(999_600)).toBe('1 ms');
    expect(english.duration(1_234_567_890)).toBe('1.23 s');
    expect(english.duration(4_321e9)).toBe('4,321 s');
  });

  it('gives floating-point operations in decimal units', () => {
    expect(english.operations(7)).toBe('7 FLOP');
    expect(english.operations(12_345_678)).toBe('12.3 MFLOP');
    expect(english.operations(2e18)).toBe('2,000 PFLOP');
  });

  it('gives bytes in decimal units', () => {
    expect(english.bytes(512)).toBe('512 B');
    expect(english.bytes(48_250_000)).toBe('48.3 MB');
    expect(english.bytes(-2_000)).toBe('-2 kB');
  });

  it('gives table times three significant digits, or all before the point', () => {
    expect(english.milliseconds(80e6)).toBe('80.0');
    expect(english.milliseconds(0)).toBe('0');
    expect(english.milliseconds(1_234_567)).toBe('1.23');
    expect(english.milliseconds(49)).toBe('0.000049');
    expect(english.milliseconds(999_499_999)).toBe('999');
    expect(english.milliseconds(999_500_000)).toBe('1,000');
    expect(english.milliseconds(1_234_567_890)).toBe('1,235');
  });

  it('tells values with all their digits', () => {
    expect(english.exact('nanoseconds', 12_533_266_013)).toBe('12,533.266013 ms');
    expect(english.exact('bytes', 48_123_456)).toBe('48,123,456 B');
    expect(english.exact('count', 0.1)).toBe('0.1');
  });

  it('gives each counter unit its own form', () => {
    expect(english.value('nanoseconds', 2e6)).toBe('2 ms');
    expect(english.value('bytes', 2e6)).toBe('2 MB');
    expect(english.value('percent', 12.34)).toBe('12.3 %');
    expect(english.value('count', 12.345)).toBe('12.3');
    expect(english.value('count', 123_456)).toBe('123,456');
  });

  it('writes numbers as the language does', () => {
    expect(createNumberFormats('de').milliseconds(1_234_567_890)).toBe('1.235');
    expect(createNumberFormats('de_DE').percent(0.125)).toContain('12,5');
  });

  it('falls back to English for a language that is none', () => {
    expect(createNumberFormats('not a language').count(1234)).toBe('1,234');
  });
});
