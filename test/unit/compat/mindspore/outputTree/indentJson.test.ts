import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from '../../../../../src/compat/mindspore/outputTree/indentJson';

const indented = (json: string, indent = 4): string =>
  new TextDecoder().decode(indentJson(new TextEncoder().encode(json), indent));

describe('indentJson', () => {
  it('indents any document as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 8 }), (json, indent) => {
        const value: unknown = JSON.parse(json);
        expect(indented(JSON.stringify(value), indent)).toBe(JSON.stringify(value, null, indent));
      })
    );
  });

  it('takes spaces and lines of the document for nothing', () => {
    expect(indented(' { "a b" :\t[ ] ,\r\n"c":{}\n} ', 2)).toBe('{\n  "a b": [],\n  "c": {}\n}');
  });

  it('keeps numbers and texts as they are written', () => {
    expect(indented('[1.0,12345678901234567890,"\\u00e9\\"]{,:"]', 1)).toBe(
      '[\n 1.0,\n 12345678901234567890,\n "\\u00e9\\"]{,:"\n]'
    );
  });
});
