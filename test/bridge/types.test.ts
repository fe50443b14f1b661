import path from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from '@tslab/typescript-for-tslab';
import { expect, test } from 'vitest';

const types = fileURLToPath(new URL('../../kernel-bridge/dist/kernel/types/', import.meta.url));

/** The types that cells import, as the compiler of cells reads them. */
function readShipped() {
  const file = path.join(types, 'kernelscope', 'index.d.ts');
  const program = typescript.createProgram([file], {
    strict: true,
    skipLibCheck: false,
    target: typescript.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    moduleResolution: typescript.ModuleResolutionKind.Node10,
    typeRoots: [types],
    types: ['node']
  });
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} was not read`);
  return { program, source };
}

const { program, source } = readShipped();

test('the types that cells import are sound under the TypeScript of the cells', () => {
  expect(typescript.version).toBe('5.0.4');
  const diagnostics = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source)
  ];
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
});

test('no type that cells import is silently any', () => {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  let count = 0;
  const visit = (node: typescript.Node): void => {
    if (typescript.isTypeNode(node)) {
      count += 1;
      const { flags } = checker.getTypeFromTypeNode(node);
      if (flags & typescript.TypeFlags.Any) found.push(node.parent.getText(source));
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  expect(count).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('Node’s types find their helpers without a folder called node_modules', () => {
  const program = typescript.createProgram([path.join(types, 'node', 'index.d.ts')], {
    skipLibCheck: true,
    target: typescript.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: []
  });
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  expect(files.some(name => name.endsWith('/types/undici-types/index.d.ts'))).toBe(true);
});
