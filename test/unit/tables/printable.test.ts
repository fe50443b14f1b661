import { expect, it } from 'vitest';
import { printable, printableLines } from '../../../src/tables/printable';

it('shows control characters and line ends as escapes', () => {
  expect(printable('a\u001b[2J\u009b1m\n\u2028é')).toBe('a\\u001b[2J\\u009b1m\\u000a\\u2028é');
});

it('keeps the lines of a text, and nothing else that moves a cursor', () => {
  expect(printableLines('budget\n   ^ \u0007\r')).toBe('budget\n   ^ \\u0007\\u000d');
});
