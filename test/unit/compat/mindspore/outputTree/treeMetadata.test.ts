import { describe, expect, it } from 'vitest';
import { metadataJson } from '../../../../../src/compat/mindspore/outputTree/outputTreeLayout';

const metadata = new Map([
  ['k', '"v"'],
  ['"odd"', '{"a":[1,2.50]}']
]);

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('metadataJson', () => {
  it('is one indented document, with numbers as they were given', () => {
    expect(textOf(metadataJson(metadata))).toBe(
      '{\n    "k": "v",\n    "\\"odd\\"": {\n        "a": [\n            1,\n' +
        '            2.50\n        ]\n    }\n}'
    );
    expect(textOf(metadataJson(new Map()))).toBe('{}');
  });

  it('is not indented where that would make it far too long', () => {
    expect(textOf(metadataJson(metadata, 10))).toBe('{"k":"v","\\"odd\\"":{"a":[1,2.50]}}');
  });
});
