import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { writeOutlines } from './outlines.mjs';
import { bridge, kernelFolder, packageFolder } from './places.mjs';

const dist = path.join(kernelFolder, 'dist');
const types = path.join(kernelFolder, 'types');

/** TypeScript's own lib files and tslab's declarations, beside the bundle that looks for them. */
export function copyCompilerLibrary() {
  const library = path.join(packageFolder('typescript'), 'lib');
  for (const name of readdirSync(library).filter(file => /^lib(\..*)?\.d\.ts$/.test(file))) {
    cpSync(path.join(library, name), path.join(dist, name));
  }
  const tslab = packageFolder('tslab');
  cpSync(path.join(tslab, 'package.json'), path.join(kernelFolder, 'package.json'));
  for (const name of readdirSync(path.join(tslab, 'dist')).filter(file => file.endsWith('.d.ts'))) {
    cpSync(path.join(tslab, 'dist', name), path.join(dist, name));
  }
}

/**
 * Types of each release of Node that the kernel has types of, in `types/node20/node` and the like;
 * without a node_modules folder, their `undici-types` is found by a relative path.
 */
export function copyNodeTypes() {
  for (const name of nodeTypePackages()) {
    const release = name.replace('node-types-', 'node');
    const undici = path.join(types, release.replace('node', 'undici'));
    copyTypes(packageFolder(name), path.join(types, release, 'node'));
    copyTypes(packageFolder('undici-types', name), undici);
    relateUndici(path.join(types, release, 'node'), undici);
    joinInspector(path.join(types, release, 'node'));
    preloadKernelscope(path.join(types, release, 'kernelscope'));
    writeOutlines(path.join(types, release));
    writeOutlines(undici);
  }
}

/**
 * Where two files declare the modules of the inspector, puts both into one: the compiler merges modules of several files
 * when it starts, and would parse all of these for that.
 */
function joinInspector(folder) {
  const [first, second] = ['inspector.d.ts', 'inspector.generated.d.ts'].map(name =>
    path.join(folder, name)
  );
  if (!existsSync(first)) return;
  appendFileSync(first, `\n${readFileSync(second, 'utf8')}`);
  writeFileSync(second, '');
}

/** The compiler reads what lies beside the types of Node when it starts, not with the first import. */
function preloadKernelscope(folder) {
  mkdirSync(folder, { recursive: true });
  const files = ['kernelscope/index.d.ts', 'cellGlobals.d.ts'];
  const types = files.map(file => `/// <reference path="../../${file}" />\n`).join('');
  writeFileSync(path.join(folder, 'index.d.ts'), types);
}

/** The types of the functions that only cells have. */
export function copyCellGlobals() {
  const file = 'cellGlobals.d.ts';
  cpSync(path.join(bridge, 'types', file), path.join(types, file));
}

/** Aliases of `@types/node`, one for each release. */
export function nodeTypePackages() {
  const { devDependencies } = JSON.parse(readFileSync(path.join(bridge, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).filter(name => name.startsWith('node-types-'));
}

/** Copies a package of types without those for older versions of TypeScript, and without other packages. */
function copyTypes(from, to) {
  const filter = file => !/^(ts\d|node_modules)/.test(path.relative(from, file));
  cpSync(from, to, { recursive: true, dereference: true, filter });
}

function relateUndici(folder, undici) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) {
      relateUndiciIn(path.join(folder, name), path.join(undici, 'index'));
    }
  }
}

function relateUndiciIn(file, undici) {
  const text = readFileSync(file, 'utf8');
  const relative = path.relative(path.dirname(file), undici).replaceAll('\\', '/');
  if (text.includes(UNDICI)) {
    writeFileSync(file, withImportTypes(text).replaceAll(UNDICI, JSON.stringify(relative)));
  }
}

const UNDICI = '"undici-types"';

/**
 * The compiler follows no relative import in a module that is declared by its name, but types that name a file: these
 * take the place of what such modules import.
 */
function withImportTypes(text) {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.ESNext, true);
  const bodies = file.statements.filter(ts.isModuleDeclaration).map(({ body }) => body);
  const changes = bodies.flatMap(body => importsAsTypes(body, file));
  return changes
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, by }) => all.slice(0, start) + by + all.slice(end), text);
}

function importsAsTypes(body, file) {
  const imports = body.statements.filter(
    each => ts.isImportDeclaration(each) && each.moduleSpecifier.getText(file) === UNDICI
  );
  const elements = imports.flatMap(each => [...each.importClause.namedBindings.elements]);
  const origins = new Map(
    elements.map(each => [each.name.text, (each.propertyName ?? each.name).text])
  );
  const changes = imports.map(each => ({ start: each.getStart(file), end: each.end, by: '' }));
  const visit = node => {
    const origin = ts.isTypeReferenceNode(node) && origins.get(node.typeName.getText(file));
    if (origin) {
      const { end } = node.typeName;
      changes.push({ start: node.getStart(file), end, by: `import(${UNDICI}).${origin}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return changes;
}

/**
 * The public types of the core in one file, which cells import as `kernelscope`. Every declaration
 * is exported as a type: a cell's own declarations may need any of them by name.
 */
export async function rollUpTypes(core) {
  const entry = path.join(core, 'lib', 'index.d.ts');
  if (!existsSync(entry)) {
    throw new Error(`${entry} is missing: run tsc -b before the kernel is built`);
  }
  const bundle = await rollup({ input: entry, plugins: [dts()], external: /^node:/ });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const [{ code, exports }] = output;
  const hidden = declaredNames(code).filter(name => !exports.includes(name));
  const file = path.join(types, 'kernelscope', 'index.d.ts');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${code}export type { ${hidden.join(', ')} };\n`);
  outlineKernelscope();
}

/** Writes the outline of the public types of the core, where they have been compiled. */
export function outlineKernelscope() {
  const folder = path.join(types, 'kernelscope');
  if (existsSync(folder)) writeOutlines(folder);
}

/** Names of the top-level declarations of a declaration file. */
function declaredNames(code) {
  const source = ts.createSourceFile('index.d.ts', code, ts.ScriptTarget.ES2022);
  return source.statements.flatMap(statement =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.text)
      : statement.name
        ? [statement.name.text]
        : []
  );
}
