import { expect, test, vi } from 'vitest';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { CallFrames } from '../../../../../src/sources/v8/cpu/callFrames';
import { functionsOfText } from '../../../../../src/sources/v8/scripts/functionsOfText';
import {
  identityMapper,
  type SourceMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';

test('a function that V8 names by code beside it, as it does callbacks, has no name', () => {
  const functions = functionsOfText('add(() => 1, { args: i });\nlib.double = x => 2 * x;\n');
  const mapper = { ...identityMapper, functions: () => functions };
  const strings = new StringTable();
  const frames = new CallFrames({ strings, stacks: new StackBuilder(), mapper, folder: '/p' });
  const script = { scriptId: '1', url: '/p/src/a.js' };
  frames.row({ ...script, functionName: 'args.i', lineNumber: 0, columnNumber: 4 });
  frames.row({ ...script, functionName: 'lib.double', lineNumber: 1, columnNumber: 13 });
  const names = strings.toArray();
  expect(names).toEqual(expect.arrayContaining(['(anonymous)', 'lib.double']));
  expect(names).not.toContain('args.i');
});

test('a function to which a compiler gives its name as the program runs has that name', () => {
  const keep = 'var n=(f,v)=>Object.defineProperty(f,"name",{value:v,configurable:!0});\n';
  const functions = functionsOfText(`${keep}const a = n(text => text.trim(), "format");\n`);
  const mapper = { ...identityMapper, functions: () => functions };
  const strings = new StringTable();
  const frames = new CallFrames({ strings, stacks: new StackBuilder(), mapper, folder: '/p' });
  const place = { lineNumber: 1, columnNumber: 12 };
  frames.row({ scriptId: '1', url: '/p/src/a.js', functionName: '', ...place });
  expect(strings.toArray()).toContain('format');
});

test('a function without a name on the first line of a script is its top level where a compiler put it around the module', () => {
  const namesWith = (mapper: Partial<SourceMapper>): readonly string[] => {
    const strings = new StringTable();
    const options = { strings, stacks: new StackBuilder(), folder: '/p' };
    const frames = new CallFrames({ ...options, mapper: { ...identityMapper, ...mapper } });
    const script = { scriptId: '1', url: '/p/dist/main.js', functionName: '', lineNumber: 0 };
    for (const columnNumber of [0, 4]) frames.row({ ...script, columnNumber });
    return strings.toArray().filter(text => text.startsWith('('));
  };
  const functions = functionsOfText('run(()=>{});');
  const known = { functions: () => functions, known: () => true };
  expect(namesWith({ functions: () => functions })).toEqual(['(top level)', '(anonymous)']);
  expect(namesWith(known)).toEqual(['(top level)', '(anonymous)']);
  expect(namesWith({ ...known, mapPosition: () => null })).toEqual(['(top level)']);
  // as runners of tests put modules into functions
  expect(namesWith({ functions: () => null })).toEqual(['(top level)']);
});

test('a function without a name is not the top level of a script on one line, which its source map says where its text is unknown', () => {
  const lines: ReadonlyMap<number, number | null> = new Map([
    [1, null],
    [5, 2],
    [40, 7]
  ]);
  const mapper: SourceMapper = {
    ...identityMapper,
    known: () => true,
    functions: () => null,
    mapLine: () => ({ line: 2 }),
    mapPosition: (_file, _line, column) => {
      const line = lines.get(column) ?? null;
      return line === null ? null : { line, column: 1 };
    }
  };
  const strings = new StringTable();
  const stacks = new StackBuilder();
  const frames = new CallFrames({ strings, stacks, mapper, folder: '/p' });
  const script = { scriptId: '1', url: '/p/a.test.ts', functionName: '', lineNumber: 0 };
  const rows = [...lines.keys()].map(column => frames.row({ ...script, columnNumber: column - 1 }));
  const { name } = stacks.frames();
  expect(rows.map(row => strings.toArray()[name[row]])).toEqual([
    '(top level)',
    // as a compiler puts one around the code of a module
    '(top level)',
    '(anonymous)'
  ]);
});

test('a file is looked up once, however many functions are shown in it', () => {
  const strings = new StringTable();
  const interned = vi.spyOn(strings, 'intern');
  const options = { strings, stacks: new StackBuilder(), mapper: identityMapper, folder: '/p' };
  const frames = new CallFrames(options);
  for (let lineNumber = 0; lineNumber < 100; lineNumber++) {
    const script = { scriptId: '1', url: '/p/src/a.js', columnNumber: 0 };
    frames.row({ ...script, functionName: `f${lineNumber}`, lineNumber });
    expect(frames.programRow()).toBe(frames.programRow());
  }
  const asked = (text: string): number =>
    interned.mock.calls.filter(([each]) => each === text).length;
  expect(asked('src/a.js')).toBe(1);
  expect(asked('(program)')).toBe(1);
});
