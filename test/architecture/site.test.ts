import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import { expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The modules of which the site has a reference. */
const { entryPoints } = JSON.parse(readFileSync(join(repository, 'typedoc.json'), 'utf8')) as {
  readonly entryPoints: readonly string[];
};

type Exports = ReadonlyMap<string, typescript.Statement>;
const known = new Map<string, Exports>();

/** What a module exports, by name: the statements that declare it, there or in other modules. */
function exportsOf(path: string): Exports {
  const found = known.get(path);
  if (found) return found;
  const exports = new Map<string, typescript.Statement>();
  known.set(path, exports);
  const text = readFileSync(path, 'utf8');
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.ESNext, true);
  for (const statement of file.statements) {
    if (typescript.isExportDeclaration(statement)) {
      passedOn(statement, path).forEach((each, name) => exports.set(name, each));
    } else declaredNames(statement).forEach(name => exports.set(name, statement));
  }
  return exports;
}

/** What a statement exports of another module. */
function passedOn(statement: typescript.ExportDeclaration, path: string): Exports {
  const { exportClause, moduleSpecifier } = statement;
  if (!moduleSpecifier || !typescript.isStringLiteral(moduleSpecifier)) return new Map();
  const target = join(dirname(path), moduleSpecifier.text);
  const from = [`${target}.ts`, join(target, 'index.ts')].find(each => existsSync(each));
  const all = from === undefined ? new Map<string, typescript.Statement>() : exportsOf(from);
  if (!exportClause || !typescript.isNamedExports(exportClause)) return all;
  return new Map(
    exportClause.elements.flatMap(({ name, propertyName }) => {
      const declaring = all.get((propertyName ?? name).text);
      return declaring ? [[name.text, declaring] as const] : [];
    })
  );
}

function declaredNames(statement: typescript.Statement): string[] {
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as typescript.DeclarationStatement;
  return name ? [name.text] : [];
}

/** The names of the members of classes, interfaces and enumerations. */
function memberNames(statement: typescript.Statement): string[] {
  const { members = [] } = statement as Partial<typescript.InterfaceDeclaration>;
  return members.flatMap(({ name }) => (name ? [name.getText()] : []));
}

it('what has a reference links to what has one as well', () => {
  const exported = entryPoints.map(path => exportsOf(join(repository, path)));
  const statements = new Set(exported.flatMap(each => [...each.values()]));
  const names = new Set(exported.flatMap(each => [...each.keys()]));
  for (const statement of statements) memberNames(statement).forEach(name => names.add(name));
  const faults = [...statements].flatMap(statement =>
    [...statement.getFullText().matchAll(/\{@link (\w+)/g)]
      .filter(([, name]) => !names.has(name))
      .map(([link]) => `${statement.getSourceFile().fileName.slice(repository.length)}: ${link}}`)
  );
  expect(faults).toEqual([]);
  expect(statements.size).toBeGreaterThan(300);
});

it('the site of the documentation is made without a warning', { tags: 'night' }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs'], {
    cwd: repository,
    encoding: 'utf8'
  });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
