import path from 'node:path';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';

const { SymbolFlags, ModifierFlags, ScriptTarget, ModuleKind, ModuleResolutionKind } = typescript;

/** A public name such as `FunctionEvent.cpuTime`, and the text that an editor shows over it. */
export interface HoverText {
  readonly name: string;
  /** `''` if there is none. */
  readonly text: string;
}

/** The texts of the package, from its sources. */
export function hoverTextsOfPackage(): readonly HoverText[] {
  const file = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const program = typescript.createProgram([file], {
    strict: true,
    target: ScriptTarget.ES2022,
    module: ModuleKind.Node16,
    moduleResolution: ModuleResolutionKind.Node16,
    types: ['node']
  });
  return hoverTexts(program, file);
}

/**
 * The texts of the exports of a module and of their members, also inherited ones, as far as they are declared
 * in its folder. A function with several signatures has a text for each.
 */
export function hoverTexts(program: typescript.Program, file: string): readonly HoverText[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (source === undefined || module === undefined) throw new Error(`${file} is not a module`);
  const reader = new HoverReader(checker, path.posix.dirname(source.fileName));
  return checker.getExportsOfModule(module).flatMap(exported => reader.textsOfExport(exported));
}

class HoverReader {
  constructor(
    private readonly checker: typescript.TypeChecker,
    private readonly folder: string
  ) {}

  textsOfExport(exported: typescript.Symbol): readonly HoverText[] {
    const { checker } = this;
    const isAlias = (exported.flags & SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const types = this.#typesOf(symbol);
    const members = new Set(types.flatMap(type => checker.getPropertiesOfType(type)));
    return [
      ...this.#textsOf(exported.name, symbol, types),
      ...[...members].flatMap(member =>
        this.#isPublic(member)
          ? this.#textsOf(`${exported.name}.${member.name}`, member, this.#typesOf(member))
          : []
      )
    ];
  }

  /** The types that a symbol has as a type and as a value; the parts of a union. */
  #typesOf(symbol: typescript.Symbol): readonly typescript.Type[] {
    const { checker } = this;
    return [
      ...(symbol.flags & SymbolFlags.Type ? [checker.getDeclaredTypeOfSymbol(symbol)] : []),
      ...(symbol.flags & SymbolFlags.Value ? [checker.getTypeOfSymbol(symbol)] : [])
    ].flatMap(type => (type.isUnion() ? type.types : [type]));
  }

  #textsOf(
    name: string,
    symbol: typescript.Symbol,
    types: readonly typescript.Type[]
  ): readonly HoverText[] {
    const signatures = types
      .flatMap(type => [type.getCallSignatures(), type.getConstructSignatures()])
      .filter(list => list.length > 1)
      .flat()
      .filter(({ declaration }) => declaration !== undefined && this.#isOwn(declaration));
    return [symbol, ...signatures].map(each => ({
      name,
      text: typescript.displayPartsToString(each.getDocumentationComment(this.checker))
    }));
  }

  /** False for what is not of the package, and for members without a name or a declaration of their own. */
  #isPublic({ declarations, name }: typescript.Symbol): boolean {
    if (declarations === undefined || name === 'prototype' || name.startsWith('__')) return false;
    return declarations.some(each => this.#isOwn(each)) && !declarations.some(isHidden);
  }

  #isOwn(declaration: typescript.Node): boolean {
    return declaration.getSourceFile().fileName.startsWith(`${this.folder}/`);
  }
}

function isHidden(declaration: typescript.Declaration): boolean {
  const flags = typescript.getCombinedModifierFlags(declaration);
  const name = typescript.getNameOfDeclaration(declaration);
  const isPrivateName = name !== undefined && typescript.isPrivateIdentifier(name);
  return isPrivateName || (flags & (ModifierFlags.Private | ModifierFlags.Protected)) !== 0;
}
