import typescript from 'typescript';
import { expect, test } from 'vitest';
import { createEarlierNames } from '../../../../kernel-bridge/src/cells/cellProgram';

const CELL = '/cell.ts';
const EARLIER = '/earlier.d.ts';
const DECLARATIONS = 'export {};\ndeclare let m: number;\ndeclare const o: { m: number };\n';

const options: typescript.CompilerOptions = {
  target: typescript.ScriptTarget.ES2022,
  module: typescript.ModuleKind.ESNext,
  noLib: true,
  types: []
};

/** The JavaScript of a cell after others, as tslab sets it up: the earlier names are its parent's. */
function convert(cell: string): string {
  const texts = new Map([
    [CELL, `export {};\n${cell}`],
    [EARLIER, DECLARATIONS]
  ]);
  const host = typescript.createCompilerHost(options);
  host.getSourceFile = (name, target) => {
    const text = texts.get(name);
    return text === undefined ? undefined : typescript.createSourceFile(name, text, target, true);
  };
  const program = typescript.createProgram([EARLIER, CELL], options, host);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(CELL);
  if (file === undefined) throw new Error('the cell is not there');
  Object.assign(file, { parent: program.getSourceFile(EARLIER) });
  let output = '';
  program.emit(file, (_name, text) => (output = text), undefined, false, {
    before: [createEarlierNames(typescript, checker)]
  });
  return output.replace('export {};\n', '').trim();
}

test.each([
  ['f({ m });', 'f({ m: exports.m });'],
  ['({ m } = o);', '({ m: exports.m } = o);'],
  ['({ m = 5 } = o);', '({ m: exports.m = 5 } = o);'],
  ['const { m: x } = o;', 'const { m: x } = o;'],
  ['function f(m) { return { m }; }', 'function f(m) { return { m }; }'],
  ['let m = 2;\nf({ m });', 'let m = 2;\nf({ m });']
])('%j becomes %j', (cell, javaScript) => {
  expect(convert(cell)).toBe(javaScript);
});
