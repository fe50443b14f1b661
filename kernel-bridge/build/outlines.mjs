import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The file in a folder of types with the outlines of those below it. */
const OUTLINES = 'outlines.json';

/**
 * Writes the outlines of a folder of types. An outline is what the kernel parses of a file when it starts: all but what
 * lies in the modules that the file declares, or, where the file is itself a module, all but what it imports of other
 * files. It is a list of pieces of the text, each with its place.
 */
export function writeOutlines(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.d.ts'))
    .map(name => name.replaceAll('\\', '/'))
    .sort();
  const entries = names.flatMap(name => {
    const outline = outlineOf(readFileSync(path.join(folder, name), 'utf8'));
    return outline === null ? [] : [[name, outline]];
  });
  writeFileSync(path.join(folder, OUTLINES), `${JSON.stringify(Object.fromEntries(entries))}\n`);
}

/** Comments are left out with the rest, so what is documented in them is not parsed. */
const PARSING = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone
};

/** The outline of a text of declarations; null where it would leave nothing out, or what has to be known. */
export function outlineOf(text) {
  const file = ts.createSourceFile('types.d.ts', text, PARSING, true);
  const kept = ts.isExternalModule(file) ? keptOfModule(file) : keptOfScript(file);
  return kept && { length: text.length, pieces: [...referencesIn(file), ...kept] };
}

/** The comments at the top by which a file refers to others. */
function referencesIn({ text, statements }) {
  const comments = ts.getLeadingCommentRanges(text, statements[0]?.pos ?? 0) ?? [];
  return comments
    .filter(({ pos, end }) => /^\/\/\/\s*</.test(text.slice(pos, end)))
    .map(({ pos, end }) => [pos, text.slice(pos, end)]);
}

/** Of a file that is a module: what makes it one, and where it imports from other files. */
function keptOfModule(file) {
  if (file.statements.some(each => ts.isModuleDeclaration(each) && isAmbient(each))) return null;
  if (file.statements.some(ts.isNamespaceExportDeclaration)) return null;
  const related = file.statements.filter(each => isRelative(each.moduleSpecifier));
  if (some(file, isTypeElsewhere)) return null;
  return piecesOf(file, related.length > 0 ? related : [file.externalModuleIndicator]);
}

/**
 * Of other files: everything but what lies in modules, and there what is global, and what names types of other files,
 * which the compiler looks for when it starts.
 */
function keptOfScript(file) {
  const modules = file.statements.filter(isModuleWithName);
  const isFull = modules.some(({ body }) => body.statements.some(each => !isKept(each)));
  if (!isFull || modules.some(({ name }) => name.text.includes('*'))) return null;
  return file.statements.flatMap(each =>
    isModuleWithName(each) ? keptOfDeclared(file, each) : piecesOf(file, [each])
  );
}

function keptOfDeclared(file, module) {
  const { body } = module;
  const start = module.getStart(file);
  const kept = body.statements.flatMap((each, place) => [
    ...(isGlobal(each) ? endBefore(body.statements, place) : []),
    ...(isKept(each) ? piecesOf(file, [each]) : [])
  ]);
  return [
    [start, file.text.slice(start, body.getStart(file) + 1)],
    ...kept,
    [body.end - 1, file.text.slice(body.end - 1, body.end)]
  ];
}

/** An empty statement that ends where the one before does: the next one begins there, with the space before it. */
function endBefore(statements, place) {
  const before = statements[place - 1];
  return before && !isKept(before) ? [[before.end - 1, ';']] : [];
}

function piecesOf(file, nodes) {
  return nodes.map(node => [node.getStart(file), node.getText(file)]);
}

function isModuleWithName(node) {
  return ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name) && node.body !== undefined;
}

function isGlobal(node) {
  return ts.isModuleDeclaration(node) && (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

function isKept(node) {
  return isGlobal(node) || some(node, isTypeElsewhere);
}

function isTypeElsewhere(node) {
  return ts.isImportTypeNode(node) && isRelative(node.argument.literal);
}

function isAmbient(node) {
  return isGlobal(node) || ts.isStringLiteral(node.name);
}

function isRelative(specifier) {
  return specifier !== undefined && specifier.text.startsWith('.');
}

function some(node, accept) {
  return accept(node) || ts.forEachChild(node, child => some(child, accept) || undefined) === true;
}
