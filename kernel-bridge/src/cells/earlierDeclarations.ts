import typescript from 'typescript';
import { importedNames } from './cellSyntax';
import type { ConvertResult, Converter } from '../tslab/tslab';

/** A statement among the declarations of earlier cells. */
interface Declaration {
  readonly text: string;
  /** The names that it declares. */
  readonly names: readonly string[];
  /** Every word of it that may be a name of something else. */
  readonly words: readonly string[];
  /** The modules that it names. */
  readonly modules: readonly string[];
  /** True where a cell may depend on it without a word of it: an import, and what declares no name. */
  readonly isImplied: boolean;
}

/** Declarations of earlier cells, in the order in which a cell is compiled with them. */
interface Excerpt {
  readonly text: string;
  /** True if these are all declarations. */
  readonly isWhole: boolean;
  readonly declarations: readonly Declaration[];
  /** Number of statements of the text before the first declaration. */
  readonly headings: number;
}

/** A cell that was converted with the declarations of earlier ones. */
export interface ConvertedCell {
  readonly converted: ConvertResult;
  /** Adds what it declares to the declarations. For a cell without problems, before another one is converted. */
  readonly keep: () => void;
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;
/** A statement that stands behind the imports of all modules that declarations name. */
export const END_OF_MODULES = 'export { /* the modules of all cells are above */ };';
/** A name with this in it is another one than it seems. */
const ESCAPE = /\\u/;

/**
 * The declarations of all cells so far. A cell is compiled with an excerpt of them, as large as what it mentions: the cost
 * of a cell does not grow with the cells before it. The compiler finds in an excerpt what it would find in the whole, as
 * long as there is nothing to complain about.
 */
export class EarlierDeclarations {
  /** Each declaration with its place: later cells come first. */
  readonly #places = new Map<Declaration, number>();
  readonly #byName = new Map<string, Set<Declaration>>();
  readonly #implied = new Set<Declaration>();
  /** Names that are declared outside of cells too. The compiler writes a type with such a name otherwise if it is hidden. */
  readonly #hiding = new Set<string>();
  /**
   * Names that the last cell declared beside an earlier declaration that it left, such as the base of a class that is
   * declared again. The compiler drops the earlier one with the next cell, whatever that cell mentions.
   */
  #doubled: readonly string[] = [];
  /** How many declarations name a module. */
  readonly #modules = new Map<string, number>();
  #firstPlace = 0;
  #lastPlace = 0;
  #whole: Excerpt | null = null;

  /** All declarations. */
  get text(): string {
    return this.#all.text;
  }

  /**
   * Converts a cell with the declarations that it needs; where it has problems, with all: a problem may suggest a name
   * that the cell does not mention.
   */
  convert(source: string, converter: Converter): ConvertedCell {
    const needed = this.#neededBy(source);
    const converted = converter.convert(needed.text, source);
    if (converted.diagnostics.length === 0 || needed.isWhole) {
      return { converted, keep: () => this.#update(needed, converted) };
    }
    const all = this.#all;
    const again = converter.convert(all.text, source);
    return { converted: again, keep: () => this.#update(all, again) };
  }

  get #all(): Excerpt {
    this.#whole ??= this.#excerpt([...this.#places.keys()]);
    return this.#whole;
  }

  /** The declarations that a cell depends on, with those that they depend on. */
  #neededBy(source: string): Excerpt {
    if (ESCAPE.test(source)) return this.#all;
    const needed = new Set<Declaration>();
    const names = [...wordsOf(source), ...this.#hiding, ...this.#doubled];
    const add = (declaration: Declaration): void => {
      if (needed.has(declaration)) return;
      needed.add(declaration);
      names.push(...declaration.names, ...declaration.words);
    };
    this.#implied.forEach(add);
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      this.#byName.get(name)?.forEach(add);
    }
    return needed.size === this.#places.size ? this.#all : this.#excerpt([...needed]);
  }

  /** Takes what a cell declares, and what it leaves of the declarations that it was compiled with. */
  #update({ declarations, headings }: Excerpt, converted: ConvertResult): void {
    const { declOutput = '', remaining } = converted;
    this.#whole = null;
    declarations.forEach((declaration, index) => {
      const rest = remaining?.statements[headings + index] ?? null;
      if (rest === declaration.text) return;
      const place = this.#remove(declaration);
      if (rest !== null) for (const part of declarationsIn(rest)) this.#add(part, place);
    });
    const own = declarationsIn(declOutput);
    this.#doubled = own.flatMap(({ names }) => names.filter(name => this.#byName.has(name)));
    this.#firstPlace -= own.length;
    own.forEach((declaration, index) => this.#add(declaration, this.#firstPlace + index));
    for (const name of remaining?.untyped ?? []) {
      const [declaration] = declarationsIn(`let ${name}: any;`);
      this.#add(declaration, ++this.#lastPlace);
    }
    if (remaining) this.#noteHiding(own, remaining.isGlobal);
  }

  #excerpt(declarations: Declaration[]): Excerpt {
    const place = (one: Declaration): number => this.#places.get(one) ?? 0;
    declarations.sort((a, b) => place(a) - place(b));
    const imports = [...this.#modules.keys()].map(name => `import ${JSON.stringify(name)};`);
    return {
      text: [...imports, END_OF_MODULES, ...declarations.map(({ text }) => text), ''].join('\n'),
      isWhole: declarations.length === this.#places.size,
      declarations,
      headings: imports.length + 2
    };
  }

  #add(declaration: Declaration, place: number): void {
    this.#places.set(declaration, place);
    if (declaration.isImplied) this.#implied.add(declaration);
    for (const name of declaration.names) {
      const others = this.#byName.get(name);
      if (others) others.add(declaration);
      else this.#byName.set(name, new Set([declaration]));
    }
    for (const name of declaration.modules) {
      this.#modules.set(name, (this.#modules.get(name) ?? 0) + 1);
    }
  }

  /** Removes a declaration; its place. */
  #remove(declaration: Declaration): number {
    const place = this.#places.get(declaration) ?? 0;
    this.#places.delete(declaration);
    this.#implied.delete(declaration);
    for (const name of declaration.names) {
      const others = this.#byName.get(name);
      others?.delete(declaration);
      if (others?.size === 0) this.#byName.delete(name);
    }
    for (const name of declaration.modules) {
      const left = (this.#modules.get(name) ?? 0) - 1;
      if (left > 0) this.#modules.set(name, left);
      else this.#modules.delete(name);
    }
    return place;
  }

  /** Notes which names are global too, of all where `own` may have brought global names. */
  #noteHiding(own: readonly Declaration[], isGlobal: (name: string) => boolean): void {
    const isNew = own.some(({ isImplied }) => isImplied);
    const names = isNew ? this.#byName.keys() : own.flatMap(one => one.names);
    for (const name of names) if (isGlobal(name)) this.#hiding.add(name);
  }
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.match(WORD))];
}

/** The statements of a text of declarations. */
function declarationsIn(text: string): readonly Declaration[] {
  const { Latest } = typescript.ScriptTarget;
  const file = typescript.createSourceFile('cell.d.ts', text, Latest);
  return file.statements.map(statement => {
    const own = statement.getFullText(file).trim();
    const names = namesOf(statement);
    return {
      text: own,
      names,
      words: wordsOf(own),
      modules: modulesIn(statement),
      isImplied: names.length === 0 || typescript.isImportDeclaration(statement)
    };
  });
}

/** The names that a statement declares and later cells may know; none of what tslab forgets after a cell. */
function namesOf(statement: typescript.Statement): readonly string[] {
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      typescript.isIdentifier(name) ? [name.text] : []
    );
  }
  if (typescript.isImportDeclaration(statement)) {
    return importedNames(statement).map(({ text }) => text);
  }
  const isKept =
    typescript.isTypeAliasDeclaration(statement) ||
    typescript.isInterfaceDeclaration(statement) ||
    typescript.isClassDeclaration(statement) ||
    typescript.isEnumDeclaration(statement) ||
    typescript.isFunctionDeclaration(statement) ||
    typescript.isModuleDeclaration(statement);
  if (!isKept || isGlobalAugmentation(statement)) return [];
  const { name } = statement;
  return name && typescript.isIdentifier(name) ? [name.text] : [];
}

function isGlobalAugmentation({ flags }: typescript.Statement): boolean {
  return (flags & typescript.NodeFlags.GlobalAugmentation) !== 0;
}

/** The modules that a part of a declaration names, in imports and in types such as `import('path').ParsedPath`. */
function modulesIn(node: typescript.Node): readonly string[] {
  const named = moduleOf(node);
  const names = named && typescript.isStringLiteralLike(named) ? [named.text] : [];
  typescript.forEachChild(node, child => void names.push(...modulesIn(child)));
  return names;
}

function moduleOf(node: typescript.Node): typescript.Node | undefined {
  if (typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node)) {
    return node.moduleSpecifier;
  }
  if (typescript.isExternalModuleReference(node)) return node.expression;
  if (!typescript.isImportTypeNode(node)) return undefined;
  return typescript.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
}
