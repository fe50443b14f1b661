import { describe, expect, it } from 'vitest';
import { PatternError } from '../../../../src/base/pythonRegExp/patternError';
import { pythonRegExp } from '../../../../src/base/pythonRegExp/pythonRegExp';

describe('pythonRegExp', () => {
  it.each([
    ['(?P<a>x)(?P=a)', 'xx', 'xy'],
    ['(?i)CONV', 'conv', 'con'],
    ['(?s)a.b', 'a\nb', 'ab'],
    ['a.b', 'a\u2028b', 'a\nb'],
    ['(?m)^b$', 'a\nb\nc', 'ab'],
    ['b$', 'ab\n', 'ab\nc'],
    ['\\Aa\\Z', 'a', 'a\n'],
    ['a{,2}b\\Z', 'aab', 'caab '],
    ['a{2}', 'aa', 'a'],
    ['x{}', 'x{}', 'x'],
    ['x{y}', 'x{y}', 'xy'],
    ['a]}', 'a]}', 'a'],
    ['[]a]+\\Z', ']a]', 'b'],
    ['[^]a]\\Z', 'b', ']'],
    ['[[.^]', '[', 'x'],
    ['\\w\\d', 'ß٣', 'ß-'],
    ['(?a)\\A\\w', 'w', 'ß'],
    ['\\bß\\b', 'a ß b', 'aßb'],
    ['(?a)\\bx', 'ßx', 'ax'],
    ['[\\W]\\Z', '-', '_'],
    ['[\\D\\s]', 'x', '5'],
    ['\\-\\_\\"\\/\\,', '-_"/,', '-'],
    ['\\x41\\u0042\\U00000043\\101', 'ABCA', 'ABC'],
    ['(a)\\1', 'aa', 'a'],
    ['a(?#comment)b', 'ab', 'a'],
    ['(?x) a b # c', 'ab', 'a b'],
    ['(?<!x)y', 'zy', 'xy'],
    ['größe|数え', '数え上げ', 'x'],
    ['🚀+', '🚀🚀', '\ud83d'],
    ['[🚀🛰]', '🛰', 'x'],
    ['a\\tb', 'a\tb', 'atb']
  ])('%s finds %j but not %j', (pattern, found, other) => {
    const regExp = pythonRegExp(pattern);
    expect(regExp.test(found)).toBe(true);
    expect(regExp.test(other)).toBe(false);
  });

  it.each([
    ['(a)\\11', 'nvalid escape'],
    ['(a', 'nterminated group'],
    ['[a', '[ at 0 is never closed'],
    ['a**', 'othing to repeat'],
    ['a\\', 'it ends with a backslash'],
    ['\\q', '\\q at 0 is no escape'],
    ['[\\Z]', '\\Z at 1 is no escape'],
    ['(?(1)a|b)', '(?(1 at 0 is not supported'],
    ['(?i:a)', '(?i: at 0 is not supported'],
    ['\\U00110000', 'is no code point'],
    ['[b-a]', 'out of order']
  ])('refuses %s', (pattern, message) => {
    expect(() => pythonRegExp(pattern)).toThrow(PatternError);
    expect(() => pythonRegExp(pattern)).toThrow(message);
  });
});
