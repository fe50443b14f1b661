import { runInNewContext } from 'node:vm';
import typescript from 'typescript';
import { expect, test } from 'vitest';
import { layOutLines } from '../../../../kernel-bridge/src/cells/lineLayout';

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
