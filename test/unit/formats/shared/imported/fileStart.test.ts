import { describe, expect, test } from 'vitest';
import { FileStart } from '../../../../../src/formats/shared/imported/fileStart';

const startOf = (text: string): FileStart => new FileStart(new TextEncoder().encode(text));

describe('the members of a JSON object', () => {
  const start = startOf(
    '\ufeff {"meta": {"a": [1, {"x": "}"}]}, "$schema":"https://x", "threads": ['
  );

  test('are found in any order, as far as the file goes', () => {
    expect(start.has('threads', 'meta')).toBe(true);
    expect(start.has('x')).toBe(false);
    expect(start.membersOf('meta')).toEqual(['a']);
    expect(start.valueOf('$schema')).toBe('https://x');
    expect([start.membersOf('$schema'), start.membersOf('none'), start.valueOf('none')]).toEqual([
      ...[[], [], '']
    ]);
  });

  test('are looked for no further than the large ones that decide', () => {
    const large = startOf('{"a": 1, "traceEvents": [], "behind": 2}');
    expect([large.has('a', 'traceEvents'), large.has('behind')]).toEqual([true, false]);
  });

  test('that are named like those of all objects are no members', () => {
    const plain = startOf('{"a": 1}');
    expect([plain.has('__proto__'), plain.has('constructor')]).toEqual([false, false]);
    expect(startOf('{"__proto__": {"b": 1}}').membersOf('__proto__')).toEqual(['b']);
  });

  test('are bounded', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `"m${at}":0`).join(',');
    expect(startOf(`{${many}}`).has('m2999')).toBe(false);
    expect(startOf(`{${many}}`).has('m999')).toBe(true);
  });
});

test.each([
  ['[]', true],
  [' [ {"name": "a", "ph": "X"} ]', true],
  ['[1, "x", {"a": {"ph": 1}}, {"ph": "B"}', true],
  ['[{"a": {"ph": 1}}]', false],
  ['[1, 2]', false],
  ['{"ph": 1}', false],
  ['[', false],
  ['', false]
])('%s is a list with entries of that kind: %s', (text, expected) => {
  expect(startOf(text).isListWith('ph')).toBe(expected);
});

describe('the text of a file', () => {
  test('is its whole lines, as far as they are looked at', () => {
    expect(startOf('a\nb').text).toBe('a\nb');
    const long = startOf('line\n'.repeat(10_000)).text ?? '';
    expect(long.length).toBeLessThan(20_000);
    expect(long.endsWith('line\n')).toBe(true);
  });

  test.each(['a\0b', '\u0001', 'PK\u0003\u0004'])('%j is no text', text => {
    expect(startOf(text).text).toBeNull();
  });
});

test.each([
  ['{"a": 1}', null],
  ['{"a": ', 'it ends at byte 6 within a value'],
  ['hello', null],
  ['', null]
])('the damage of %s is %s', (text, damage) => {
  expect(startOf(text).damage).toBe(damage);
});
