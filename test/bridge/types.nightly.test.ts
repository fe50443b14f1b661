import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { expect, test } from 'vitest';
import { type HoverText, hoverTexts, hoverTextsOfPackage } from '../support/hoverTexts';

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

/** True for what a class extends, which may be a value whose calls make the base. */
function isBaseOfClass(node: typescript.TypeNode): node is typescript.ExpressionWithTypeArguments {
  const isHeritage = typescript.isExpressionWithTypeArguments(node);
  return isHeritage && typescript.isClassDeclaration(node.parent.parent);
}

test('no type that cells import is silently any', () => {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  let count = 0;
  const visit = (node: typescript.Node): void => {
    // TypeScript takes the parts of a template for types, and has none for them.
    if (typescript.isTypeNode(node) && !typescript.isTemplateLiteralTypeSpan(node)) {
      count += 1;
      const { flags } = isBaseOfClass(node)
        ? checker.getTypeAtLocation(node.expression)
        : checker.getTypeFromTypeNode(node);
      if (flags & typescript.TypeFlags.Any) found.push(node.parent.getText(source));
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  expect(count).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('over the names that cells import, an editor shows the same texts as for the package', () => {
  const shown = ({ name, text }: HoverText): string => `${name}: ${text}`;
  const shipped = new Set(hoverTexts(program, source.fileName).map(shown));
  const lost = hoverTextsOfPackage()
    .map(shown)
    .filter(each => !shipped.has(each));
  expect(lost).toEqual([]);
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
