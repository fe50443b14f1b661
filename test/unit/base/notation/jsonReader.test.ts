import { describe, expect, it } from 'vitest';
import { JsonReader } from '../../../../src/base/notation/jsonReader';

const readerOf = (text: string) => new JsonReader(new TextEncoder().encode(text));

describe('JsonReader', () => {
  it('visits members in the order of the text', () => {
    const reader = readerOf('{"2": [1, -2.5e1], "1": "a\\n", "0": null}');
    const seen: unknown[] = [];
    reader.object(key => {
      seen.push(key);
      if (key === '2') reader.list(() => seen.push(reader.number()));
      else if (!reader.takeNull()) seen.push(reader.text());
    });
    reader.end();
    expect(seen).toEqual(['2', 1, -25, '1', 'a\n', '0']);
  });

  it.each([
    ['{"a":[1,nul]}', 'a.1: nul is not a value'],
    ['{"a":[1,"b', 'a.1: it ends at byte 10 within a text'],
    ['{"a":[1,2', 'a.1: it ends at byte 9 within a value'],
    ['{"a":[1,{]', 'a.1: a value is missing before byte 9 ("]")'],
    ['{"a":[]', 'at the top: the file ends here']
  ])('names the place of the damage in %s', (text, message) => {
    const reader = readerOf(text);
    const readAll = () => reader.object(() => reader.list(() => reader.skip()));
    expect(readAll).toThrow(message);
  });
});
