import type typescript from 'typescript';

type Compiler = typeof typescript;
type Declaration = typescript.VariableDeclaration;
type Expression = typescript.Expression;
type SourceFile = typescript.SourceFile;
type Statement = typescript.Statement;

/** The variable that tslab puts the value of a cell's last expression into, and exports. */
const VARIABLE = /^tsLastExpr\d*$/;

/**
 * A pass over the module that TypeScript makes of a cell, before it becomes CommonJS: a function or class
 * without a name that is the last expression of a cell stays without one, where tslab's variable would
 * give it its own.
 */
export function createLastExpression(
  compiler: Compiler
): typescript.TransformerFactory<SourceFile> {
  const { factory } = compiler;
  return () => file =>
    factory.updateSourceFile(
      file,
      file.statements.map(statement => rewrite(compiler, statement))
    );
}

/** The user's names are exported in a separate statement, never in that of a declaration. */
function rewrite(compiler: Compiler, statement: Statement): Statement {
  if (!compiler.isVariableStatement(statement) || !statement.modifiers) return statement;
  const { factory } = compiler;
  const { declarationList, modifiers } = statement;
  const declarations = declarationList.declarations.map(one => unnamed(compiler, one));
  const list = factory.updateVariableDeclarationList(declarationList, declarations);
  return factory.updateVariableStatement(statement, modifiers, list);
}

function unnamed(compiler: Compiler, declaration: Declaration): Declaration {
  const { factory } = compiler;
  const { name, exclamationToken, type, initializer } = declaration;
  const isLast = compiler.isIdentifier(name) && VARIABLE.test(name.text);
  if (!isLast || !initializer || !isUnnamed(compiler, initializer)) return declaration;
  const comma = factory.createComma(factory.createNumericLiteral(0), initializer);
  const value = factory.createParenthesizedExpression(comma);
  return factory.updateVariableDeclaration(declaration, name, exclamationToken, type, value);
}

function isUnnamed(compiler: Compiler, expression: Expression): boolean {
  if (compiler.isParenthesizedExpression(expression)) {
    return isUnnamed(compiler, expression.expression);
  }
  if (compiler.isArrowFunction(expression)) return true;
  const mayHaveName =
    compiler.isFunctionExpression(expression) || compiler.isClassExpression(expression);
  return mayHaveName && expression.name === undefined;
}
