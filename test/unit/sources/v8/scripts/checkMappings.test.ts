import { encodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkMappings } from '../../../../../src/sources/v8/scripts/checkMappings';
import { ScriptMap } from '../../../../../src/sources/v8/scripts/scriptMap';

const number = integer({ min: 0, max: 2 ** 20 });
const segment = tuple(number, number, number, number);

describe('mappings of a source map', () => {
  test('are taken however many there are, and whatever their numbers', () => {
    assert(
      property(array(array(segment)), lines => {
        const ordered = lines.map(line => line.sort(([a], [b]) => a - b));
        const decoded = new TraceMap({
          ...{ version: 3, sources: ['a.ts'], names: [] },
          mappings: ordered
        });
        const map = { mappings: encodedMappings(decoded) };
        expect(checkMappings(map)).toBe(map);
      })
    );
  });

  test.each(['', ';;', 'A', 'AAAA,CAAC;AAAAA', 'gggggB'])('are taken as %j', mappings => {
    expect(checkMappings({ mappings })).toEqual({ mappings });
  });

  test.each([
    '!!!!',
    'AAAA,!',
    'AA',
    'AAA',
    'AAAAAA',
    'g',
    'AAAg;',
    'AAAA AAAA',
    'AAAé',
    'AAAA\u{1f600}'
  ])('are refused as %j', mappings => {
    expect(() => checkMappings({ mappings })).toThrow(/damaged at character \d/);
    const sections = [
      { offset: { line: 0, column: 0 }, map: { sections: [{ map: { mappings } }] } }
    ];
    expect(() => checkMappings({ sections })).toThrow(TypeError);
  });

  test('of any other value are none of its business', () => {
    assert(
      property(
        constantFrom(undefined, null, 5, 'text', [], { sections: 5 }, { mappings: 7 }),
        value => {
          expect(checkMappings(value)).toBe(value);
        }
      )
    );
  });
});

test('a script whose map is damaged has no map that can be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maps-'));
  try {
    const script = join(folder, 'a.js');
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: '!!!!' };
    writeFileSync(script, 'f();\n//# sourceMappingURL=a.js.map\n');
    writeFileSync(`${script}.map`, JSON.stringify(map));
    expect(() => ScriptMap.read(script)).toThrow('damaged at character 1');
    writeFileSync(`${script}.map`, JSON.stringify({ ...map, mappings: 'AAAA' }));
    expect(ScriptMap.read(script)?.line(1)).toMatchObject({ line: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
