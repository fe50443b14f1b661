import { describe, expect, test } from 'vitest';
import { runInNewContext } from 'node:vm';
import typescript from 'typescript';
import {
  isMapped,
  lastLine,
  mapLine,
  mapPosition,
  registerScript,
  rememberMaps,
  sourceFile,
  takeMaps,
  layOutLines
} from '../../../../kernel-bridge/src/cells/sourceMaps';

/** A map whose generated lines 1, 2, … start at the given source lines, both columns 0. */
function lineMap(sourceLines: readonly number[]): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef';
  let before = 0;
  const mappings = sourceLines.map(line => {
    const delta = line - 1 - before;
    before = line - 1;
    return `AA${digits[delta < 0 ? -2 * delta + 1 : 2 * delta]}A`;
  });
  const names = { version: 3, sources: ['cell.ts'], names: [] };
  return JSON.stringify({ ...names, mappings: mappings.join(';') });
}

describe('positions', () => {
  test('go through both passes and lose the line that the converter puts in front', () => {
    const maps = { emit: lineMap([2, 3, 4]), module: lineMap([1, 1, 2, 3]) };
    registerScript('Cell [1]', maps, { prefixLines: 1, lineCount: 3 });
    expect(mapPosition('Cell [1]', 3, 1)).toEqual({ line: 2, column: 1 });
    expect(mapLine('Cell [1]', 4)).toBe(3);
  });

  test('behind the last line, where the converter appends exports, count for the last line', () => {
    const maps = { emit: lineMap([2, 9]), module: lineMap([1, 2]) };
    registerScript('Cell [2]', maps, { prefixLines: 1, lineCount: 1 });
    expect(mapPosition('Cell [2]', 2, 1)).toEqual({ line: 1, column: 1 });
    expect(lastLine('Cell [2]')).toBe(1);
  });

  test('are unknown for other files and for lines without a mapping', () => {
    registerScript(
      'Cell [3]',
      { emit: lineMap([2]), module: lineMap([1]) },
      {
        prefixLines: 1,
        lineCount: 1
      }
    );
    expect(mapPosition('other.js', 1, 1)).toBeNull();
    expect(mapLine('Cell [3]', 99)).toBeNull();
    expect(lastLine('other.js')).toBeNull();
  });

  test('of a file on disk have no bound', () => {
    const maps = { emit: lineMap([1]), module: lineMap([1]) };
    registerScript('/a/b.js', maps, { prefixLines: 0, lineCount: Infinity });
    expect(lastLine('/a/b.js')).toBeNull();
    expect(mapPosition('/a/b.js', 1, 1)).toEqual({ line: 1, column: 1 });
  });
});

test('a script that is registered again without maps is no longer mapped', () => {
  registerScript(
    'Cell [4]',
    { emit: lineMap([2]), module: lineMap([1]) },
    {
      prefixLines: 1,
      lineCount: 1
    }
  );
  registerScript('Cell [4]', undefined, { prefixLines: 1, lineCount: 1 });
  expect(isMapped('Cell [4]')).toBe(false);
});

test('a script is named after the TypeScript that its map names', () => {
  const made = (source: string) => {
    const emit = JSON.stringify({ ...(JSON.parse(lineMap([1])) as object), sources: [source] });
    return { emit, module: lineMap([1]) };
  };
  const extent = { prefixLines: 0, lineCount: Infinity };
  registerScript('/a/model.js', made('model.ts'), extent);
  registerScript('/a/view.js', made('view.tsx'), extent);
  registerScript('/a/plain.js', made('plain.js'), extent);
  registerScript('Cell [7]', made('__tslab__.ts'), extent);
  const scripts = ['/a/model.js', '/a/view.js', '/a/plain.js', 'Cell [7]', '/a/other.js'];
  expect(scripts.map(sourceFile)).toEqual([
    '/a/model.ts',
    '/a/view.tsx',
    '/a/plain.js',
    'Cell [7]',
    '/a/other.js'
  ]);
});

test('maps are taken once by the text that they belong to', () => {
  rememberMaps('output', { emit: 'a', module: 'b' });
  expect(takeMaps('output')).toEqual({ emit: 'a', module: 'b' });
  expect(takeMaps('output')).toBeUndefined();
});

/** JavaScript that the compiler makes of TypeScript, laid out. */
function layOut(source: string) {
  const { outputText, sourceMapText } = typescript.transpileModule(source, {
    compilerOptions: { target: typescript.ScriptTarget.ES2022, sourceMap: true }
  });
  const code = outputText.replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n');
  return { before: code, ...layOutLines(code, [sourceMapText!]) };
}

test('arguments that stand on lines of their own get lines of their own', () => {
  const { before, code } = layOut('f(\n  a(),\n  b(1)\n);\n');
  expect(before).toBe('f(a(), b(1));\n');
  expect(code.split('\n').map(line => line.trim())).toEqual(['f(', 'a(),', 'b(1))', ';', '']);
});

test('the lines say where they began', () => {
  const { before, code, origins } = layOut('f(\n  a(),\n  b(1)\n);\ng();\n');
  const old = before.split('\n');
  code.split('\n').forEach((text, index) => {
    const { line, column } = origins[index];
    expect(old[line - 1].slice(column, column + text.length)).toBe(text);
  });
  expect(code.replaceAll('\n', '')).toBe(before.replaceAll('\n', ''));
});

test('nothing is broken where that would end a statement', () => {
  const value = (code: string): unknown => runInNewContext(`${code}; f();`);
  const sources = [
    'function f() { return (\n  1 as\n number); }',
    'function f() { return <any>\n 1; }',
    'function f() { const g = (a?: {\n b: 1 }) => 1; return g(); }',
    'function f() { let a = 0; (a as\n any)++; return a; }',
    'function f() { label: for (;;) { break label; }\n return 1; }',
    'function f() { return `${\n 1 as\n number}` === `1` ? 1 : 0; }'
  ];
  for (const source of sources) expect(value(layOut(source).code), source).toBe(1);
});
