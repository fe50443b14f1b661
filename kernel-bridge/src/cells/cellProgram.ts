import typescript from 'typescript';
import { END_OF_MODULES } from './earlierDeclarations';
import { internal } from './compiler/internalCompiler';
import { linkKernelTypes, resolveKernelTypes } from './compiler/kernelTypes';
import { declarationsOf } from './compiler/unnamedTypes';

/** A program with the methods that tslab's converter uses. */
export type CellProgram = typescript.EmitAndSemanticDiagnosticsBuilderProgram;

type SourceFile = typescript.SourceFile;

/** The end of the name of a cell's JavaScript. */
const CELL_SCRIPT = '__tslab__.js';
/** The end of the name of the file with the declarations of earlier cells. */
const EARLIER_FILE = '/__prev__.d.ts';

/**
 * A program like TypeScript's own builder, which fixes the names of earlier cells when it emits. It does
 * not keep what a builder keeps of every file to tell what a change affects: nobody asks for that, and
 * collecting it takes longer than checking a cell. What a file depends on is determined on request.
 */
export const createCellProgram: typescript.CreateProgram<CellProgram> = (...inputs) => {
  const [, , host] = inputs;
  if (host) {
    resolveKernelTypes(host);
    nameImports(host);
  }
  const program = typescript.createAbstractBuilder(...inputs) as CellProgram;
  const checked = program.getProgram();
  linkKernelTypes(checked);
  const emit = program.emit.bind(program);
  const names = createEarlierNames(typescript, checked.getTypeChecker());
  program.emit = (file, write, cancellation, onlyTypes, passes = {}) => {
    const before = [...(passes.before ?? []), names];
    const written = new Set<string>();
    const note: typescript.WriteFileCallback = (name, ...rest) => {
      written.add(name);
      write?.(name, ...rest);
    };
    const result = emit(file, note, cancellation, onlyTypes, { ...passes, before });
    const script = [...written].find(name => name.endsWith(CELL_SCRIPT));
    const types = script?.replace(/\.js$/, '.d.ts');
    if (file && types !== undefined && !written.has(types)) {
      write?.(types, declarationsOf(checked, file, { writesTo: types }), false);
    }
    return result;
  };
  program.getAllDependencies = file => dependencies(checked, file);
  return program;
};

/** Hosts that do so already. */
const naming = new WeakSet<object>();

/**
 * Has `host` take for the imports of earlier declarations those that they begin with, which are the modules of all cells
 * so far: see `EarlierDeclarations`. An excerpt names some of them in types too, and others from cell to cell; TypeScript
 * would look for all files of the program again each time.
 */
function nameImports(host: typescript.CompilerHost): void {
  if (naming.has(host)) return;
  naming.add(host);
  const take = <File extends SourceFile | undefined>(file: File): File => {
    if (file?.fileName.endsWith(EARLIER_FILE)) nameImportsOf(file);
    return file;
  };
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (...inputs) => take(read(...inputs));
  const readByPath = host.getSourceFileByPath?.bind(host);
  if (readByPath) host.getSourceFileByPath = (...inputs) => take(readByPath(...inputs));
}

/** Imports that resolve in a way of their own, and what adds to modules: TypeScript has to look for these. */
const UNUSUAL = /resolution-mode|\bdeclare (?:module|global)\b/;

/** For a file for whose imports TypeScript has not looked yet. */
function nameImportsOf(file: SourceFile & Partial<FoundModules>): void {
  if (file.imports || !file.text.includes(END_OF_MODULES) || UNUSUAL.test(file.text)) return;
  const imports = file.statements
    .filter(typescript.isImportDeclaration)
    .filter(({ importClause }) => importClause === undefined);
  for (const each of imports) Object.assign(each.moduleSpecifier, { parent: each });
  Object.assign(file, {
    imports: imports.map(each => each.moduleSpecifier),
    moduleAugmentations: [],
    ambientModuleNames: [],
    flags: file.flags | internal.NodeFlags.PossiblyContainsDynamicImport
  });
}

/** The names of the files that `file` needs, itself first. */
function dependencies(program: typescript.Program, file: SourceFile): readonly string[] {
  if (standsAlone(file)) return [file.fileName];
  const state = internal.BuilderState.create(program, undefined, true);
  return internal.BuilderState.getAllDependencies(state, program, file);
}

/** True for a file that names no other file and no module, and adds to none. */
function standsAlone(file: SourceFile): boolean {
  const { imports, moduleAugmentations, referencedFiles, typeReferenceDirectives } =
    file as SourceFile & FoundModules;
  const named = [imports, moduleAugmentations, referencedFiles, typeReferenceDirectives];
  return typescript.isExternalModule(file) && named.every(({ length }) => length === 0);
}

/** Fields that TypeScript adds to a file of a program, and does not declare. */
interface FoundModules {
  readonly imports: readonly typescript.Node[];
  readonly moduleAugmentations: readonly typescript.Node[];
}

type Compiler = typeof typescript;
type Checker = Pick<
  typescript.TypeChecker,
  'getSymbolAtLocation' | 'getShorthandAssignmentValueSymbol'
>;
type Pass = typescript.TransformerFactory<typescript.SourceFile>;

/**
 * A pass over the tree of a cell before TypeScript emits it. tslab turns the names of earlier cells
 * into properties of `exports`, but it cannot handle two forms, since their name is also that of a
 * property:
 *
 * - `{ m }`, as a value or a pattern that assigns, becomes `{ m: exports.m }`;
 * - `m` in the pattern `{ m: x }` stays a key, though an earlier cell declares the property.
 *
 * Names that the cell itself declares stay. Files other than cells are left as they are: they have no
 * parent, which for a cell is the file of earlier declarations.
 */
export function createEarlierNames(compiler: Compiler, checker: Checker): Pass {
  return context => file => {
    const earlier = file.parent as typescript.Node | undefined;
    if (earlier === undefined) return file;
    const names = new EarlierNames(compiler, checker, earlier);
    const visit = (node: typescript.Node): typescript.Node =>
      names.settle(compiler.visitEachChild(node, visit, context), node);
    return compiler.visitEachChild(file, visit, context);
  };
}

class EarlierNames {
  readonly #compiler: Compiler;
  readonly #checker: Checker;
  readonly #earlier: typescript.Node;

  constructor(compiler: Compiler, checker: Checker, earlier: typescript.Node) {
    this.#compiler = compiler;
    this.#checker = checker;
    this.#earlier = earlier;
  }

  /** The replacement of `node`, whose children are settled; `original` is the author's node. */
  settle(node: typescript.Node, original: typescript.Node): typescript.Node {
    const { isBindingElement, isShorthandPropertyAssignment } = this.#compiler;
    if (isShorthandPropertyAssignment(node)) return this.#spellOut(node, original);
    return isBindingElement(node) ? this.#keepKey(node) : node;
  }

  #spellOut(
    node: typescript.ShorthandPropertyAssignment,
    original: typescript.Node
  ): typescript.Node {
    const { factory, setOriginalNode, setTextRange } = this.#compiler;
    const symbol = this.#checker.getShorthandAssignmentValueSymbol(original);
    if (!this.#isEarlier(symbol)) return node;
    const exported = factory.createPropertyAccessExpression(
      setTextRange(factory.createIdentifier('exports'), node.name),
      this.#plainName(node.name)
    );
    const value = setTextRange(exported, node.name);
    const fallback = node.objectAssignmentInitializer;
    const target = fallback ? factory.createAssignment(value, fallback) : value;
    const property = factory.createPropertyAssignment(this.#plainName(node.name), target);
    return setOriginalNode(setTextRange(property, node), node);
  }

  #keepKey(node: typescript.BindingElement): typescript.Node {
    const { factory, isIdentifier } = this.#compiler;
    const key = node.propertyName;
    if (key === undefined || !isIdentifier(key)) return node;
    if (!this.#isEarlier(this.#checker.getSymbolAtLocation(key))) return node;
    const { dotDotDotToken, name, initializer } = node;
    const plain = this.#plainName(key);
    return factory.updateBindingElement(node, dotDotDotToken, plain, name, initializer);
  }

  /** The same name at the same place, but one that means nothing to the checker. */
  #plainName(name: typescript.Identifier): typescript.Identifier {
    return this.#compiler.setTextRange(this.#compiler.factory.createIdentifier(name.text), name);
  }

  #isEarlier(symbol: typescript.Symbol | undefined): boolean {
    const declarations = symbol?.declarations ?? [];
    return declarations.some(declaration => declaration.getSourceFile() === this.#earlier);
  }
}
