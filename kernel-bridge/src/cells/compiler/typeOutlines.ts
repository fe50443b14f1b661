import path from 'node:path';
import typescript from 'typescript';
import { internal } from './internalCompiler';

type Node = typescript.Node;
type SourceFile = typescript.SourceFile;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Table = Map<string, LinkedSymbol>;

/** A symbol with fields that TypeScript does not declare. */
interface LinkedSymbol {
  exports: Table;
  parent?: LinkedSymbol;
}

/** What a binder adds to a file or a module, and TypeScript does not declare. */
interface Bound {
  symbol: LinkedSymbol;
  locals: Table;
}

/** A file with fields that TypeScript does not declare. */
interface BoundFile extends Writable<SourceFile>, Bound {
  lineMap: readonly number[] | undefined;
  jsDocParsingMode?: typescript.JSDocParsingMode;
  identifiers: unknown;
  externalModuleIndicator: unknown;
}

/** The declaration of a module by its name. */
interface BoundModule extends Writable<typescript.ModuleDeclaration>, Bound {
  flags: typescript.NodeFlags;
  body: Writable<typescript.ModuleBlock>;
}

/** What the build writes of a file: pieces of its text, each with its place, and the length of the whole. */
interface Outline {
  readonly length: number;
  readonly pieces: readonly (readonly [place: number, text: string])[];
}

type Outlines = Readonly<Record<string, Outline | undefined>>;

/** The name that TypeScript gives to what a module declares globally. */
const GLOBAL = '__global';

/**
 * The types in a folder, parsed as far as they are needed. A program reads the outline of each file, which has all that
 * is global in it; what lies in its modules is parsed and bound when TypeScript first looks there.
 */
export class TypeOutlines {
  readonly #folder: string;
  readonly #outlines = new Map<string, Outlines>();
  readonly #seen = new WeakSet<SourceFile>();

  /** `folder` is written as TypeScript does, with a separator at its end. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The outline of a file, for a program to parse; undefined for a file that has none. */
  read(fileName: string): string | undefined {
    const outline = this.#outlineOf(fileName);
    return outline && textOf(outline);
  }

  /**
   * Has the rest of the files whose outlines are part of a program follow when it is needed. Call it for each program
   * once it has found what they import, and before anything in it is checked.
   */
  link(program: typescript.Program): void {
    const options = program.getCompilerOptions();
    for (const file of program.getSourceFiles()) {
      if (this.#seen.has(file)) continue;
      this.#seen.add(file);
      const outline = this.#outlineOf(file.fileName);
      if (outline) link(file as BoundFile, outline.length, options);
    }
  }

  #outlineOf(fileName: string): Outline | undefined {
    if (!fileName.startsWith(this.#folder)) return undefined;
    const [folder, ...rest] = fileName.slice(this.#folder.length).split('/');
    let outlines = this.#outlines.get(folder);
    if (!outlines) {
      outlines = readOutlines(path.join(this.#folder, folder));
      this.#outlines.set(folder, outlines);
    }
    return outlines[rest.join('/')];
  }
}

/** The outlines of a folder; none where the build has written none. */
function readOutlines(folder: string): Outlines {
  const text = typescript.sys.readFile(path.join(folder, 'outlines.json'));
  return text === undefined ? {} : (JSON.parse(text) as Outlines);
}

/** The pieces at their places; in between is white space, which begins a line. */
function textOf({ pieces }: Outline): string {
  let text = '';
  for (const [place, piece] of pieces) {
    const gap = place - text.length;
    text += (gap > 0 ? `\n${' '.repeat(gap - 1)}` : '') + piece;
  }
  return text;
}

function link(file: BoundFile, length: number, options: typescript.CompilerOptions): void {
  const { fileName, languageVersion, jsDocParsingMode, impliedNodeFormat } = file;
  internal.bindSourceFile(file, options);
  file.lineMap = undefined;
  byNeed([[file, 'text']], () => {
    const text = typescript.sys.readFile(fileName);
    if (text?.length !== length) {
      throw new Error(`${fileName} has changed since the kernel started: restart the kernel`);
    }
    file.text = text;
  });
  const parse = (): BoundFile => {
    const parsing = { languageVersion, jsDocParsingMode, impliedNodeFormat };
    const whole = typescript.createSourceFile(fileName, file.text, parsing);
    internal.bindSourceFile(whole, options);
    return whole as BoundFile;
  };
  if (typescript.isExternalModule(file)) linkModule(file, parse);
  else linkDeclarations(file, parse);
}

/** A file that is a module: nothing in it is global. */
function linkModule(file: BoundFile, parse: () => BoundFile): void {
  const { symbol } = file;
  const fields: Field[] = [
    [file, 'statements'],
    [symbol, 'exports']
  ];
  byNeed(fields, () => {
    const whole = parse();
    const { statements, end, endOfFileToken, identifiers, externalModuleIndicator } = whole;
    for (const node of [...statements, endOfFileToken]) setParent(node, file);
    file.locals.clear();
    for (const [name, local] of whole.locals) file.locals.set(name, local);
    Object.assign(file, { statements, end, endOfFileToken, identifiers, externalModuleIndicator });
    symbol.exports = exportsFor(symbol, whole.symbol);
  });
}

/** A file that declares modules by their names, and may have global declarations beside and in them. */
function linkDeclarations(file: BoundFile, parse: () => BoundFile): void {
  const outlined = modulesOf(file).map(module => {
    const { symbol, body } = module;
    const globals = body.statements.filter(
      ({ flags }) => (flags & typescript.NodeFlags.GlobalAugmentation) !== 0
    );
    return { module, symbol, globals, global: symbol.exports.get(GLOBAL) };
  });
  const fields = outlined.flatMap(({ module, symbol }): Field[] => [
    [module, 'body'],
    [module, 'locals'],
    [symbol, 'exports']
  ]);
  byNeed(fields, () => {
    const whole = parse();
    modulesOf(whole).forEach(({ body, locals, flags, symbol: from }, place) => {
      const { module, symbol, globals, global } = outlined[place];
      takeGlobals(body, globals);
      setParent(body, module);
      const exports = exportsFor(symbol, from);
      if (global) exports.set(GLOBAL, global);
      Object.assign(module, { body, locals, flags });
      symbol.exports = exports;
    });
    file.identifiers = whole.identifiers;
  });
}

function modulesOf({ statements }: BoundFile): BoundModule[] {
  const isNamed = (node: Node): boolean =>
    typescript.isModuleDeclaration(node) && typescript.isStringLiteral(node.name);
  return statements.filter(isNamed) as unknown as BoundModule[];
}

/** Puts global declarations, which programs know already, where they are in the body of their module. */
function takeGlobals(body: typescript.ModuleBlock, globals: readonly Node[]): void {
  const statements = body.statements as unknown as Node[];
  for (const global of globals) {
    const place = statements.findIndex(({ end }) => end === global.end);
    statements[place] = global;
    setParent(global, body);
  }
}

/** The exports of another symbol as those of `symbol`. */
function exportsFor(symbol: LinkedSymbol, other: LinkedSymbol): Table {
  for (const exported of other.exports.values()) {
    if (exported.parent === other) exported.parent = symbol;
  }
  return other.exports;
}

function setParent(node: Node, parent: Node): void {
  (node as Writable<Node>).parent = parent;
}

type Field = readonly [owner: object, name: string];

/** Calls `fill`, which sets all of these fields, when the first of them is read. */
function byNeed(fields: readonly Field[], fill: () => void): void {
  for (const [owner, name] of fields) {
    Object.defineProperty(owner, name, {
      configurable: true,
      enumerable: true,
      get(): unknown {
        fill();
        return Reflect.get(owner, name) as unknown;
      },
      set(value: unknown) {
        const field = { value, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(owner, name, field);
      }
    });
  }
}
