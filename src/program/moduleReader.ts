import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node } from 'acorn';
import { withoutEscapes } from '../base/text';
import { type NodeFields, fieldsOf, nodesIn } from '../sources/v8/scripts/parseScript';
import { withoutWarnings } from '../sources/v8/scripts/stripTypes';

/** Endings of files whose types Node strips. */
export const STRIPPED = ['.ts', '.mts', '.cts'];

/** Endings that `tsx` compiles, and Node does not know. */
export const COMPILED = ['.tsx', '.jsx'];

/** The endings that `tsx` tries where Node does not find an import. */
const TRIED = ['.ts', '.tsx', '.mts', '.cts', '.jsx', '.js', '.mjs', '.cjs', '.json'];

/** Endings of JavaScript that stand for files in TypeScript, which the compiler would write by them. */
const WRITTEN_BY_COMPILER: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts']
};

/** Names that CommonJS modules can use, and ECMAScript modules cannot. */
const OF_COMMON_JS = new Set(['require', 'module', 'exports', '__dirname', '__filename']);

/** A name that a module imports from a file. */
export interface ImportedName {
  readonly file: string;
  readonly name: string;
}

/** A module that Node can load as it is. */
export interface Imported {
  /** The files of the program that it loads. */
  readonly files: readonly string[];
  /** The names that it imports from them. */
  readonly names: readonly ImportedName[];
  /** The names that it exports; null where they are not known. */
  readonly exported: ReadonlySet<string> | null;
  /** The files all exports of which it exports. */
  readonly stars: readonly string[];
}

/** How a module names another: by `import` and `export`, by a call of `require`, or by a text that may be a file. */
type Way = 'import' | 'require' | 'text';

/** Reads what a module imports and exports from its syntax. */
export class ModuleReader {
  readonly #file: string;
  readonly #program: Node;
  readonly #files: string[] = [];
  readonly #names: ImportedName[] = [];
  readonly #stars: string[] = [];
  readonly #exported = new Set<string>();
  /** Names in code, and those of them that are declared. */
  readonly #used = new Map<string, number>();
  readonly #declared = new Set<string>();
  #isModule = false;
  #exportsUnknown = false;
  #isRefused = false;

  constructor(file: string, program: Node) {
    this.#file = file;
    this.#program = program;
  }

  /** Its imports and exports; null if Node cannot load the module or one of its imports. */
  read(): Imported | null {
    for (const node of nodesOf(this.#program)) this.#take(fieldsOf(node));
    for (const statement of nodesIn(fieldsOf(this.#program).body)) {
      const fields = fieldsOf(statement);
      if (fields.type === 'ImportDeclaration') this.#takeImport(fields);
      else this.#takeExport(fields);
    }
    const isModule = this.#isEcmaScript();
    if (this.#isRefused || isModule === null) return null;
    if (isModule && this.#usesCommonJs()) return null;
    const exported = isModule && !this.#exportsUnknown ? this.#exported : null;
    return { files: this.#files, names: this.#names, exported, stars: this.#stars };
  }

  #take(fields: NodeFields): void {
    const { type } = fields;
    if (type === 'Identifier') this.#count(String(fields.name));
    if (type === 'MetaProperty' && nameOf(fields.meta) === 'import') this.#isModule = true;
    if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') this.#declare(fields.id);
    this.#declare(fields.params);
    if (type === 'ImportExpression') this.#load(textOf(fields.source), 'import');
    if (type === 'CallExpression' && nameOf(fields.callee) === 'require') {
      this.#load(textOf(nodesIn(fields.arguments)[0]), 'require');
    }
    if (type === 'Literal') this.#load(textOf(fields), 'text');
  }

  #count(name: string): void {
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1);
  }

  #declare(pattern: unknown): void {
    for (const name of namesIn(pattern)) this.#declared.add(name);
  }

  #takeImport({ source, specifiers, attributes }: NodeFields): void {
    this.#isModule = true;
    const specifier = textOf(source);
    const file = this.#load(specifier, 'import');
    if (file !== null && extname(file) === '.json' && nodesIn(attributes).length === 0) {
      this.#isRefused = true;
    }
    for (const each of nodesIn(specifiers).map(fieldsOf)) {
      this.#declare(each.local);
      if (each.type === 'ImportNamespaceSpecifier') continue;
      const name = each.type === 'ImportDefaultSpecifier' ? 'default' : exportName(each.imported);
      if (file !== null) this.#names.push({ file, name });
      else if (
        name === 'default'
          ? this.#isDefaultOfCompiler(specifier)
          : !this.#mayBeInPackage(specifier, name, each.local)
      ) {
        this.#isRefused = true;
      }
    }
  }

  /**
   * False for a name that only types can be: the code does not use it, and the main file of the package does not
   * have the word. A compiler leaves out what is not used.
   */
  #mayBeInPackage(specifier: string | null, name: string, local: unknown): boolean {
    if (specifier === null || (this.#used.get(nameOf(local) ?? '') ?? 0) > 1) return true;
    if (isBuiltin(specifier)) return builtinNames(specifier).has(name);
    const words = this.#textOfPackage(specifier)?.match(/[\w$]+/g);
    return !words || words.includes(name);
  }

  /**
   * Whether a package was written by a compiler that has its default export as a property, of which Node knows nothing.
   * `tsx` does, in a file that only its syntax makes a module.
   */
  #isDefaultOfCompiler(specifier: string | null): boolean {
    if (specifier === null || isBuiltin(specifier)) return false;
    const isGuessed =
      extname(this.#file) === '.ts' && packageType(dirname(this.#file)) !== 'module';
    const text = isGuessed ? this.#textOfPackage(specifier) : null;
    return text !== null && /\b__esModule\b/.test(text) && !/\bmodule\.exports = /.test(text);
  }

  #textOfPackage(specifier: string): string | null {
    const file = realFileOf(() => createRequire(this.#file).resolve(specifier));
    return file === null ? null : readFileSync(file, 'utf8');
  }

  #takeExport(fields: NodeFields): void {
    const { type, declaration, specifiers, source, exported } = fields;
    if (!String(type).startsWith('Export')) return;
    this.#isModule = true;
    const file = source ? this.#load(textOf(source), 'import') : null;
    if (type === 'ExportDefaultDeclaration') this.#exported.add('default');
    if (type === 'ExportAllDeclaration') {
      if (exported) this.#exported.add(exportName(exported));
      else if (file === null) this.#exportsUnknown = true;
      else this.#stars.push(file);
    }
    for (const each of nodesIn(specifiers).map(fieldsOf)) {
      this.#exported.add(exportName(each.exported));
      if (file !== null) this.#names.push({ file, name: exportName(each.local) });
    }
    const declared = nodesIn(declaration)
      .map(fieldsOf)
      .flatMap(each => [each, ...nodesIn(each.declarations).map(fieldsOf)]);
    for (const name of declared.flatMap(({ id }) => namesIn(id))) this.#exported.add(name);
  }

  /** Whether Node takes it for an ECMAScript module; null if it refuses that. */
  #isEcmaScript(): boolean | null {
    const ending = extname(this.#file).toLowerCase();
    if (ending.startsWith('.m')) return true;
    const isAwaiting = nodesIn(fieldsOf(this.#program).body).some(hasAwait);
    const hasSyntax = this.#isModule || isAwaiting;
    const type = ending.startsWith('.c') ? 'commonjs' : packageType(dirname(this.#file));
    if (type === 'module') return true;
    if (type === 'commonjs') return hasSyntax ? null : false;
    return hasSyntax;
  }

  #usesCommonJs(): boolean {
    return [...OF_COMMON_JS].some(name => this.#used.has(name) && !this.#declared.has(name));
  }

  /** The file of the program to which a specifier leads; null if there is none, or it is a package. */
  #load(specifier: string | null, way: Way): string | null {
    if (specifier === null || specifier === '') return null;
    const found = way === 'text' ? this.#mentioned(specifier) : this.#resolved(specifier, way);
    if (found === null || isBuiltin(found)) return null;
    this.#files.push(found);
    return found;
  }

  /** A file that a text names, as `new Worker(new URL('./worker.ts', import.meta.url))` does. */
  #mentioned(text: string): string | null {
    if (![...STRIPPED, ...COMPILED].includes(extname(text)) || text.includes('\n')) return null;
    return realFile(resolve(dirname(this.#file), text));
  }

  #resolved(specifier: string, way: Way): string | null {
    const isOfFile = /^(?:\.{0,2}\/|file:)/.test(specifier) || /^\.{1,2}$/.test(specifier);
    const found = isOfFile
      ? this.#atPath(specifier, way)
      : realFileOf(() => createRequire(this.#file).resolve(specifier));
    if (found === null && this.#isFoundByCompiler(specifier, isOfFile)) this.#isRefused = true;
    return found !== null && /[\\/]node_modules[\\/]/.test(found) ? null : found;
  }

  #atPath(specifier: string, way: Way): string | null {
    if (way === 'require') return realFileOf(() => createRequire(this.#file).resolve(specifier));
    const path = specifier.replace(/[?#].*$/, '');
    const isUrl = path.startsWith('file:');
    return realFile(
      isUrl ? fileURLToPath(path) : resolve(dirname(this.#file), withoutEscapes(path))
    );
  }

  /** Whether Node finds the package, though perhaps only for `import`. */
  #hasPackage(specifier: string): boolean {
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
    const folders = createRequire(this.#file).resolve.paths(specifier) ?? [];
    return folders.some(folder => existsSync(join(folder, name)));
  }

  /** Whether `tsx` finds what Node does not. */
  #isFoundByCompiler(specifier: string, isOfFile: boolean): boolean {
    if (!isOfFile) return !this.#hasPackage(specifier) && hasPaths();
    const path = resolve(dirname(this.#file), specifier.replace(/[?#].*$/, ''));
    const ending = extname(path);
    const stem = path.slice(0, path.length - ending.length);
    return [
      ...TRIED.flatMap(each => [path + each, join(path, `index${each}`)]),
      ...(WRITTEN_BY_COMPILER[ending] ?? []).map(each => stem + each)
    ].some(each => realFile(each) !== null);
  }
}

/** All nodes of a program but the names in `import` and `export`, and of properties. */
function* nodesOf(program: Node): Generator<Node> {
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    const fields = fieldsOf(node);
    const isNamed = NAMED.has(String(fields.type)) && fields.computed !== true;
    const inner = Object.entries(fields).filter(([field]) => !isNamed || !NAMES.has(field));
    pending.push(...inner.flatMap(([, value]) => nodesIn(value)));
  }
}

/** Nodes with names that are no code, and their fields with these. */
const NAMED = new Set([
  'MemberExpression',
  'Property',
  'MethodDefinition',
  'PropertyDefinition',
  'ImportSpecifier',
  'ImportAttribute',
  'MetaProperty',
  'ExportAllDeclaration'
]);
const NAMES = new Set(['property', 'key', 'imported', 'exported', 'meta']);

function nameOf(node: unknown): string | null {
  const [found] = nodesIn(node);
  if (found === undefined) return null;
  const { type, name } = fieldsOf(found);
  return type === 'Identifier' ? String(name) : null;
}

/** The name of an export, which may be a text. */
function exportName(node: unknown): string {
  return nameOf(node) ?? textOf(node) ?? '';
}

/** The text that a node is; null if it is none. */
function textOf(node: unknown): string | null {
  const [found] = nodesIn(node);
  if (found === undefined) return null;
  const { value } = fieldsOf(found);
  return typeof value === 'string' ? value : null;
}

/** The names that a pattern declares. */
function namesIn(pattern: unknown): readonly string[] {
  return nodesIn(pattern).flatMap(node => {
    const { type, name, properties, elements, value, argument, left } = fieldsOf(node);
    if (type === 'Identifier') return [String(name)];
    return [properties, elements, value, argument, left].flatMap(namesIn);
  });
}

/** Whether a statement awaits outside of functions. */
function hasAwait(node: Node): boolean {
  const fields = fieldsOf(node);
  const type = String(fields.type);
  if (type === 'AwaitExpression' || fields.await === true) return true;
  if (/Function|MethodDefinition|PropertyDefinition/.test(type)) return false;
  return Object.values(fields).some(value => nodesIn(value).some(hasAwait));
}

/** The `type` of the nearest `package.json`; undefined if it has none. */
function packageType(folder: string): unknown {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'package.json');
    if (realFile(file) !== null) return jsonOf(file).type;
    if (dirname(at) === at) return undefined;
  }
}

function jsonOf(file: string): { readonly type?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8'))) as { readonly type?: unknown };
  } catch {
    return {};
  }
}

/** Whether the settings that `tsx` reads may lead elsewhere. */
function hasPaths(): boolean {
  for (let at = process.cwd(); ; at = dirname(at)) {
    const file = realFile(join(at, 'tsconfig.json'));
    if (file !== null) return /"(?:paths|baseUrl|extends)"/.test(readFileSync(file, 'utf8'));
    if (dirname(at) === at) return false;
  }
}

function builtinNames(specifier: string): ReadonlySet<string> {
  const load = createRequire(__filename);
  return new Set(Object.keys(withoutWarnings(() => load(specifier) as object)));
}

function realFileOf(find: () => string): string | null {
  try {
    const found = find();
    return isBuiltin(found) ? found : realFile(found);
  } catch {
    return null;
  }
}

function realFile(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? realpathSync(path) : null;
}
