import typescript from 'typescript';

type Pass = typescript.TransformerFactory<typescript.SourceFile>;
type Node = typescript.Node;
type Expression = typescript.Expression;

/** The object in which emitted code finds the replacements of `import.meta` and `import(…)`. */
export interface ModuleScope {
  readonly meta: object;
  load(id: unknown): Promise<object>;
}

/** Name of the {@link ModuleScope} of a cell. */
export const CELL_SCOPE = '__kernelscopeCell';
/** Property of CommonJS's `module` that holds the {@link ModuleScope} of a file. */
export const FILE_SCOPE = 'kernelscope';

const FORM = /\bimport\b(?:\s|\/\*[^]*?\*\/|\/\/.*)*[.(]/;

/**
 * A pass over an ES module that is about to become CommonJS, which has no `import.meta`, and whose
 * `import()` cannot load a module that waits: both become uses of a {@link ModuleScope}.
 */
export function createModuleForms(of: 'cell' | 'file'): Pass {
  return context => file => {
    if (!FORM.test(file.text)) return file;
    const visit = (node: Node): Node =>
      replaceForm(typescript.visitEachChild(node, visit, context), of);
    return typescript.visitEachChild(file, visit, context);
  };
}

function replaceForm(node: Node, of: 'cell' | 'file'): Node {
  const { factory, SyntaxKind, setTextRange } = typescript;
  if (typescript.isMetaProperty(node) && node.keywordToken === SyntaxKind.ImportKeyword) {
    return setTextRange(factory.createPropertyAccessExpression(scope(of), 'meta'), node);
  }
  if (!typescript.isCallExpression(node)) return node;
  if (node.expression.kind !== SyntaxKind.ImportKeyword) return node;
  const load = factory.createPropertyAccessExpression(scope(of), 'load');
  const call = factory.createCallExpression(load, undefined, node.arguments);
  return setTextRange(call, node);
}

function scope(of: 'cell' | 'file'): Expression {
  const { factory } = typescript;
  return of === 'cell'
    ? factory.createIdentifier(CELL_SCOPE)
    : factory.createPropertyAccessExpression(factory.createIdentifier('module'), FILE_SCOPE);
}

/**
 * A pass over emitted CommonJS that takes away the `'use strict'` which TypeScript puts first: cells
 * and the files that they import run as they are written.
 */
export const withoutStrictMode: Pass = () => file => {
  const [first, ...others] = file.statements;
  return first && isMadeStrict(first) ? typescript.factory.updateSourceFile(file, others) : file;
};

function isMadeStrict(statement: typescript.Statement): boolean {
  return (
    statement.pos < 0 &&
    typescript.isExpressionStatement(statement) &&
    typescript.isStringLiteral(statement.expression) &&
    statement.expression.text === 'use strict'
  );
}
