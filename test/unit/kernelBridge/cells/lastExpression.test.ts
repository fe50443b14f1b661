import typescript from 'typescript';
import { expect, test } from 'vitest';
import { createLastExpression } from '../../../../kernel-bridge/src/cells/lastExpression';

/** The JavaScript that the pass makes of that of a cell. */
function convert(source: string): string {
  const { outputText } = typescript.transpileModule(source, {
    fileName: 'custom.js',
    compilerOptions: { target: typescript.ScriptTarget.ESNext },
    transformers: { before: [createLastExpression(typescript)] }
  });
  return outputText;
}

test.each(['() => 1', '(() => 1)', 'async (x) => x', 'function* () { }', 'class {\n}'])(
  '%s as the last expression gets no name',
  value => {
    expect(convert(`export const tsLastExpr = ${value};`)).toBe(
      `export const tsLastExpr = (0, ${value});\n`
    );
    expect(convert(`export const tsLastExpr0 = ${value};`)).toContain('(0, ');
  }
);

test.each(['function f() { }', 'class C {\n}', '1', 'a', '[() => 1]', 'f(() => 1)'])(
  '%s as the last expression stays as it is',
  value => {
    const code = `export const tsLastExpr = ${value};\n`;
    expect(convert(code)).toBe(code);
  }
);

test('functions in variables of the author have their names', () => {
  const own = 'const tsLastExpr = () => 1;\nconst f = () => 1;\nexport { tsLastExpr, f };\n';
  expect(convert(own)).toBe(own);
  const other = `${own}export const tsLastExpr0 = tsLastExpr;\n`;
  expect(convert(other)).toBe(other);
});
