import typescript from 'typescript';

interface CellImport {
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

/**
 * The source of a cell without the `export` before its declarations, which says nothing there:
 * later cells see every declaration. Blanks take its place, so that nothing moves. `export default`
 * and lists of exports stay.
 */
export function withoutExportKeywords(source: string): string {
  if (!/\bexport\b/.test(source)) return source;
  const { ScriptTarget, SyntaxKind } = typescript;
  const file = typescript.createSourceFile('cell.ts', source, ScriptTarget.Latest);
  const keywords = file.statements.flatMap(statement => {
    const modifiers = typescript.canHaveModifiers(statement) ? (statement.modifiers ?? []) : [];
    const isDefault = modifiers.some(({ kind }) => kind === SyntaxKind.DefaultKeyword);
    return isDefault ? [] : modifiers.filter(({ kind }) => kind === SyntaxKind.ExportKeyword);
  });
  return keywords.reduce((text, { end }) => blankOut(text, end), source);
}

function blankOut(text: string, end: number): string {
  const start = end - 'export'.length;
  return `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
}
