import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { expect, test } from 'vitest';

const types = fileURLToPath(new URL('../../kernel-bridge/dist/kernel/types/', import.meta.url));

/** The types that cells import, as the compiler of cells reads them. */
function readShipped() {
  const file = path.join(types, 'kernelscope', 'index.d.ts');
  const program = typescript.createProgram([file], {
    strict: true,
    skipLibCheck: false,
    target: typescript.ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    typeRoots: [path.join(types, 'node20')],
    types: ['node']
  });
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} was not read`);
  return { program, source };
}

const { program, source } = readShipped();

test('the types that cells import are sound under the TypeScript of the cells', () => {
  expect(typescript.version).toBe('5.9.3');
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
    // TypeScript takes the parts of a template for types, and has none for them.
    if (typescript.isTypeNode(node) && !typescript.isTemplateLiteralTypeSpan(node)) {
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

const releases = readdirSync(types).filter(name => /^node\d+$/.test(name));

test('there are types of every release of Node that has long-term support', () => {
  expect(releases).toEqual(['node20', 'node22', 'node24']);
});

test.each(releases)('the types of %s find their helpers without node_modules', release => {
  const program = typescript.createProgram([path.join(types, release, 'node', 'index.d.ts')], {
    skipLibCheck: true,
    target: typescript.ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    types: []
  });
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  const undici = `/types/${release.replace('node', 'undici')}/index.d.ts`;
  expect(files.some(name => name.endsWith(undici))).toBe(true);
});
