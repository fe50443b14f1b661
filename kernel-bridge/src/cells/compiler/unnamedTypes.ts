import typescript from 'typescript';

type Node = typescript.Node;
type SourceFile = typescript.SourceFile;

/** An edit: `text` replaces the characters from `start` to `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Rewritings at most: each may uncover a type inside one that had no name either. */
const MOST_TRIES = 4;

/**
 * The declarations of a cell in which TypeScript cannot write down a type that it inferred, because a part of
 * it has no name outside its module. Such a type is `any` in later cells, that of an imported module the
 * module's; all others are as they are.
 */
export function declarationsOf(
  program: typescript.Program,
  file: SourceFile,
  options: { readonly writesTo: string }
): string {
  let current = program;
  let cell = file;
  for (let left = MOST_TRIES; left > 0; left--) {
    const rewritten = withTypes(current, cell);
    if (rewritten === null) break;
    current = programWith(current, cell, rewritten);
    cell = current.getSourceFile(file.fileName) ?? cell;
    // A cell sees the names of earlier cells through its parent, as tslab arranges it.
    current.getTypeChecker();
    Object.assign(cell, { parent: file.parent });
    const written = declarationText(current, cell, options.writesTo);
    if (written !== null) return written;
  }
  return anyDeclarations(program, file);
}

/** The program with `text` in the place of a file. */
function programWith(
  program: typescript.Program,
  { fileName, languageVersion }: SourceFile,
  text: string
): typescript.Program {
  const options = program.getCompilerOptions();
  const replaced = typescript.createSourceFile(fileName, text, languageVersion, true);
  const host: typescript.CompilerHost = {
    ...typescript.createCompilerHost(options),
    getSourceFile: name => (name === fileName ? replaced : program.getSourceFile(name)),
    fileExists: name => program.getSourceFile(name) !== undefined,
    getCurrentDirectory: () => program.getCurrentDirectory()
  };
  return typescript.createProgram({
    rootNames: program.getRootFileNames(),
    options,
    host,
    oldProgram: program
  });
}

function declarationText(
  program: typescript.Program,
  file: SourceFile,
  writesTo: string
): string | null {
  let text: string | null = null;
  const write: typescript.WriteFileCallback = (name, data) => {
    if (name === writesTo) text = data;
  };
  program.emit(file, write, undefined, true);
  return text;
}

/** The text of a cell with types where the compiler complains about inferred ones; null if it does not. */
function withTypes(program: typescript.Program, file: SourceFile): string | null {
  const places = program
    .getDeclarationDiagnostics(file)
    .flatMap(({ start }) => (start === undefined ? [] : [start]));
  if (places.length === 0) return null;
  const edits = new Map<number, Edit>();
  for (const place of places) {
    const edit = editAt(program, file, place);
    if (edit) edits.set(edit.start, edit);
  }
  if (edits.size === 0) return null;
  return [...edits.values()]
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
      file.text
    );
}

/** The edit that types the innermost declaration around `place` that has no type. */
function editAt(program: typescript.Program, file: SourceFile, place: number): Edit | null {
  for (let node = innermost(file, place); node !== file; node = node.parent) {
    const edit = editOf(program, file, node);
    if (edit !== null) return edit;
  }
  return null;
}

/** The edit that types `node` itself; null if it has a type or declares nothing. */
function editOf(program: typescript.Program, file: SourceFile, node: Node): Edit | null {
  if (typescript.isVariableDeclaration(node)) return variableEdit(program, node);
  if (typescript.isPropertyDeclaration(node) || typescript.isParameter(node)) {
    return node.type ? null : insertion(afterName(node), ': any');
  }
  if (typescript.isFunctionLike(node)) return node.type ? null : returnEdit(file, node);
  if (typescript.isExportAssignment(node)) {
    return replacement(node, file, 'export default null as any;');
  }
  if (!typescript.isClassDeclaration(node) || !node.name) return null;
  const { text } = node.name;
  return replacement(node, file, `declare const ${text}: any; type ${text} = any;`);
}

function innermost(file: SourceFile, place: number): Node {
  let found: Node = file;
  const visit = (node: Node): void => {
    if (node.pos > place || place >= node.end) return;
    found = node;
    typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(file, visit);
  return found;
}

function variableEdit(program: typescript.Program, node: typescript.VariableDeclaration): Edit {
  const { name, initializer } = node;
  if (typescript.isIdentifier(name)) {
    const type = initializer ? importedType(program, initializer) : null;
    return insertion(afterName(node), `: ${type ?? 'any'}`);
  }
  const names = namesIn(name).map(each => `${each}: any = null`);
  const list = names.length === 0 ? '_: any = null' : names.join(', ');
  return { start: name.getStart(), end: node.end, text: list };
}

/** The type of `await import('…')`, which the compiler writes out, member by member. */
function importedType(
  program: typescript.Program,
  initializer: typescript.Expression
): string | null {
  const { expression: call = null } = typescript.isAwaitExpression(initializer) ? initializer : {};
  if (!call || !typescript.isCallExpression(call)) return null;
  if (call.expression.kind !== typescript.SyntaxKind.ImportKeyword) return null;
  const specifier = call.arguments.at(0);
  if (!specifier || !typescript.isStringLiteralLike(specifier)) return null;
  const module = `typeof import(${JSON.stringify(specifier.text)})`;
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(specifier);
  const hasDefault = checker.getTypeAtLocation(initializer).getProperty('default') !== undefined;
  const isOwn = symbol?.exports?.has(typescript.InternalSymbolName.Default) === true;
  return hasDefault && !isOwn ? `${module} & { default: ${module} }` : module;
}

function namesIn(pattern: typescript.BindingPattern): string[] {
  return pattern.elements.flatMap(element => {
    if (typescript.isOmittedExpression(element)) return [];
    return typescript.isIdentifier(element.name) ? [element.name.text] : namesIn(element.name);
  });
}

/** Gives a return type to a function, method or getter; null for what has none. */
function returnEdit(file: SourceFile, node: typescript.SignatureDeclaration): Edit | null {
  if (!('body' in node) || !node.body) return null;
  if (typescript.isConstructorDeclaration(node) || typescript.isSetAccessor(node)) return null;
  const isAsync = typescript.getCombinedModifierFlags(node) & typescript.ModifierFlags.Async;
  const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
  const type = isAsync && !isGenerator ? 'Promise<any>' : 'any';
  const close = file.text.indexOf(')', node.parameters.end);
  return close < 0 ? null : insertion(close + 1, `: ${type}`);
}

/** Behind the name of a declaration, and behind the mark of what may or must not be absent. */
function afterName(
  node:
    | typescript.VariableDeclaration
    | typescript.PropertyDeclaration
    | typescript.ParameterDeclaration
): number {
  if ('questionToken' in node && node.questionToken) return node.questionToken.end;
  if ('exclamationToken' in node && node.exclamationToken) return node.exclamationToken.end;
  return node.name.end;
}

function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

function replacement(node: Node, file: SourceFile, text: string): Edit {
  return { start: node.getStart(file), end: node.end, text };
}

/** Every name of a cell as `any`, where no type can be written at all. */
function anyDeclarations(program: typescript.Program, file: SourceFile): string {
  const symbol = program.getTypeChecker().getSymbolAtLocation(file);
  const names = [...(symbol?.exports?.keys() ?? [])]
    .map(String)
    .filter(name => /^[\p{L}$_]/u.test(name));
  const lines = names.map(name => `declare let ${name}: any;\ntype ${name} = any;\n`);
  return `${lines.join('')}export { ${names.join(', ')} };\n`;
}
