import { expect, test } from 'vitest';
import { FIRST_HASH } from '../../../../../src/base/text';
import { ImportedTexts, TextForm } from '../../../../../src/formats/shared/imported/importedTexts';
import { ImportNotes } from '../../../../../src/formats/shared/imported/importNotes';

const utf8 = new TextEncoder();

function tableOf(text: string, texts = 100) {
  const bytes = utf8.encode(text);
  const notes = new ImportNotes();
  const table = new ImportedTexts(bytes, notes, { texts, note: 'texts' });
  const at = (word: string, form: number = TextForm.plain): string => {
    const from = text.indexOf(word);
    return table.at(table.ofBytes(from, from + word.length, FIRST_HASH, form));
  };
  return { table, notes, at };
}

test('one text has one index, however it is written and whatever its hash', () => {
  const text = String.raw`plain pla\u0069n`;
  const { table } = tableOf(text);
  const from = text.indexOf('pla\\u');
  const plain = table.ofBytes(0, 5, FIRST_HASH, TextForm.plain);
  expect(table.ofBytes(from, from + 10, FIRST_HASH, TextForm.escaped)).toBe(plain);
  expect(table.of('plain')).toBe(plain);
});

test('escape sequences are those of JSON; a backslash before anything else is text', () => {
  const text = String.raw`pl\a\in \"\\\/\n \u00e9\u12`;
  const { table } = tableOf(text);
  const index = table.ofBytes(0, text.length, FIRST_HASH, TextForm.escaped);
  expect(table.at(index)).toBe('pl\\a\\in "\\/\n é\\u12');
});

test('JSON loses its white space, and sizes have one space behind each comma', () => {
  const { at } = tableOf('[1 ,\n2,3] {"a b": "\\" c"}');
  expect(at('[1 ,\n2,3]', TextForm.json)).toBe('[1,2,3]');
  expect(at('[1 ,\n2,3]', TextForm.sizes)).toBe('[1, 2, 3]');
  expect(at('[1 ,\n2,3]')).toBe('[1 ,\n2,3]');
  expect(at('{"a b": "\\" c"}', TextForm.json)).toBe('{"a b":"\\" c"}');
});

test('hundreds of texts of one hash are told apart', () => {
  const words = Array.from({ length: 500 }, (_, row) => `word${1000 + row}`);
  const { at } = tableOf(words.join(' '), 1000);
  for (const word of [...words, ...words]) expect(at(word)).toBe(word);
});

test('texts beyond the number that is kept are (other), and counted', () => {
  const { at, notes, table } = tableOf('one two three four one', 3);
  expect(['one', 'two', 'three', 'four', 'one'].map(word => at(word))).toEqual([
    ...['one', 'two', '(other)', '(other)', 'one']
  ]);
  expect(notes.countOf('texts')).toBe(2);
  expect(table.isOther(table.of('five'))).toBe(true);
});

test('a long text is cut with an ellipsis', () => {
  const { at, notes } = tableOf('ä'.repeat(100_000));
  expect(at('ä'.repeat(100_000)).length).toBeLessThanOrEqual(16_384);
  expect(notes.countOf('clipped')).toBe(1);
});
