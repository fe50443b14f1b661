import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { kernelFolder, packageFolder } from './places.mjs';

const dist = path.join(kernelFolder, 'dist');
const types = path.join(kernelFolder, 'types');

/** TypeScript's own lib files and tslab's declarations, beside the bundle that looks for them. */
export function copyCompilerLibrary() {
  const library = path.join(packageFolder('@tslab/typescript-for-tslab'), 'lib');
  for (const name of readdirSync(library).filter(file => /^lib(\..*)?\.d\.ts$/.test(file))) {
    cpSync(path.join(library, name), path.join(dist, name));
  }
  const tslab = packageFolder('tslab');
  cpSync(path.join(tslab, 'package.json'), path.join(kernelFolder, 'package.json'));
  for (const name of readdirSync(path.join(tslab, 'dist')).filter(file => file.endsWith('.d.ts'))) {
    cpSync(path.join(tslab, 'dist', name), path.join(dist, name));
  }
}

/** Node's types; without a node_modules folder, `undici-types` is found by a relative path. */
export function copyNodeTypes() {
  for (const [name, folder] of [
    ['@types/node', 'node'],
    ['undici-types', 'undici-types']
  ]) {
    const options = { recursive: true, dereference: true };
    cpSync(packageFolder(name, 'tslab'), path.join(types, folder), options);
  }
  const nodeTypes = path.join(types, 'node');
  for (const name of readdirSync(nodeTypes, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) {
      relateUndici(path.join(nodeTypes, name));
    }
  }
}

function relateUndici(file) {
  const text = readFileSync(file, 'utf8');
  const target = path.relative(path.dirname(file), path.join(types, 'undici-types', 'index'));
  const relative = target.replaceAll('\\', '/');
  if (text.includes('"undici-types"')) {
    writeFileSync(file, text.replaceAll('"undici-types"', JSON.stringify(relative)));
  }
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
