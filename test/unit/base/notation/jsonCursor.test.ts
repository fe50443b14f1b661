import { describe, expect, it } from 'vitest';
import {
  Byte,
  JsonCursor,
  JsonCutOffError,
  JsonError
} from '../../../../src/base/notation/jsonCursor';

const cursorOf = (text: string) => new JsonCursor(new TextEncoder().encode(text));

describe('JsonCursor', () => {
  it('begins behind a byte order mark', () => {
    expect(cursorOf('\ufeff {}').peek()).toBe(Byte.openObject);
  });

  it('skips values of any depth and keeps their place', () => {
    const deep = `${'['.repeat(50_000)}"]"${']'.repeat(50_000)}`;
    const cursor = cursorOf(`${deep} 7 `);
    cursor.readWhole();
    expect([cursor.textFrom, cursor.textTo]).toEqual([0, deep.length]);
    cursor.readLiteral();
    expect(cursor.isAtEnd()).toBe(true);
  });

  it('tells a text that was cut off from a wrong one', () => {
    expect(() => cursorOf('"abc').readText()).toThrow(JsonCutOffError);
    expect(() => cursorOf('[1,').skipValue()).toThrow('it ends at byte 3 within a value');
    const wrong = () => cursorOf(' 1').expect(Byte.openList);
    expect(wrong).toThrow(JsonError);
    expect(wrong).not.toThrow(JsonCutOffError);
    expect(wrong).toThrow('at byte 1 it has "1" instead of "["');
  });
});
