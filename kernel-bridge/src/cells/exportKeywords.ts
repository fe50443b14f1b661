import typescript from 'typescript';

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
