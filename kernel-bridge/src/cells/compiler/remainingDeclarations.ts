import typescript from 'typescript';
import type { RemainingDeclarations } from '../../tslab/tslab';

type Statement = typescript.Statement;
type SourceFile = typescript.SourceFile;

/**
 * The declarations of earlier cells, without what tslab's converter drops of them: `kept` has the names that remain of a
 * statement, as TypeScript escapes them, and nothing for a statement of which nothing remains.
 */
export function remainingDeclarations(
  checker: typescript.TypeChecker,
  file: SourceFile,
  kept: ReadonlyMap<Statement, ReadonlySet<typescript.__String>>,
  untyped: ReadonlySet<typescript.__String>
): RemainingDeclarations {
  const global = (name: string): typescript.Symbol | undefined =>
    checker.resolveName(name, undefined, typescript.SymbolFlags.All, false);
  return {
    statements: file.statements.map(statement => {
      const names = kept.get(statement);
      return names === undefined ? null : textOf(statement, names, file);
    }),
    untyped: [...untyped].map(name => typescript.unescapeLeadingUnderscores(name)),
    isGlobal: name => global(name) !== undefined
  };
}

function textOf(
  statement: Statement,
  names: ReadonlySet<typescript.__String>,
  file: SourceFile
): string {
  const rest = withNames(statement, ({ escapedText }) => names.has(escapedText));
  if (rest === statement) return statement.getFullText(file).trim();
  const printer = typescript.createPrinter({ newLine: typescript.NewLineKind.LineFeed });
  return printer.printNode(typescript.EmitHint.Unspecified, rest, file);
}

type IsKept = (name: typescript.Identifier) => boolean;

/** A statement that declares several names, with some of them; another one as it is. */
function withNames(statement: Statement, isKept: IsKept): Statement {
  const { factory } = typescript;
  if (typescript.isVariableStatement(statement)) {
    const { declarationList: list } = statement;
    const rest = list.declarations.filter(
      ({ name }) => typescript.isIdentifier(name) && isKept(name)
    );
    return rest.length === list.declarations.length
      ? statement
      : factory.updateVariableStatement(
          statement,
          statement.modifiers,
          factory.updateVariableDeclarationList(list, rest)
        );
  }
  if (!typescript.isImportDeclaration(statement) || !statement.importClause) return statement;
  const { importClause: clause } = statement;
  const rest = factory.updateImportClause(
    clause,
    clause.phaseModifier,
    clause.name && isKept(clause.name) ? clause.name : undefined,
    bindingsWithNames(clause.namedBindings, isKept)
  );
  return factory.updateImportDeclaration(
    statement,
    statement.modifiers,
    rest,
    statement.moduleSpecifier,
    statement.attributes
  );
}

function bindingsWithNames(
  bindings: typescript.NamedImportBindings | undefined,
  isKept: IsKept
): typescript.NamedImportBindings | undefined {
  if (!bindings) return undefined;
  if (typescript.isNamespaceImport(bindings)) return isKept(bindings.name) ? bindings : undefined;
  const rest = bindings.elements.filter(({ name }) => isKept(name));
  if (rest.length === bindings.elements.length) return bindings;
  return rest.length === 0 ? undefined : typescript.factory.updateNamedImports(bindings, rest);
}
