import typescript from 'typescript';

export interface CellImport {
  readonly text: string;
  /** The names that it declares, of values and types. */
  readonly names: readonly string[];
  /** True for `import type`, of which nothing is left when the cell runs. */
  readonly isTypeOnly: boolean;
}

/** The imports of a cell that declare names. */
export function importsOf(source: string): readonly CellImport[] {
  if (!/\bimport\b/.test(source)) return [];
  const file = typescript.createSourceFile('cell.ts', source, typescript.ScriptTarget.Latest);
  return file.statements.flatMap(statement => {
    const names = importedNames(statement).map(({ text }) => text);
    return names.length === 0
      ? []
      : [{ text: statement.getText(file), names, isTypeOnly: isTypeOnly(statement) }];
  });
}

function isTypeOnly(statement: typescript.Statement): boolean {
  if (typescript.isImportEqualsDeclaration(statement)) return statement.isTypeOnly;
  return typescript.isImportDeclaration(statement) && statement.importClause?.isTypeOnly === true;
}

/** The names that an import declares; none for another statement. */
export function importedNames(statement: typescript.Statement): readonly typescript.Identifier[] {
  if (typescript.isImportEqualsDeclaration(statement)) return [statement.name];
  if (!typescript.isImportDeclaration(statement)) return [];
  const { name, namedBindings } = statement.importClause ?? {};
  const own = name === undefined ? [] : [name];
  if (namedBindings === undefined) return own;
  if (typescript.isNamespaceImport(namedBindings)) return [...own, namedBindings.name];
  return [...own, ...namedBindings.elements.map(element => element.name)];
}
