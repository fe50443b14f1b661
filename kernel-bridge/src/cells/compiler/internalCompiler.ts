import typescript from 'typescript';

type Node = typescript.Node;
type Checker = typescript.TypeChecker;

/** The display of a symbol when the cursor is on it. */
export interface SymbolDisplay {
  readonly symbolKind: typescript.ScriptElementKind;
  readonly displayParts: typescript.SymbolDisplayPart[];
  readonly documentation: typescript.SymbolDisplayPart[];
  readonly tags: typescript.JSDocTagInfo[] | undefined;
}

/** The dependencies between the files of a program, in TypeScript's own form. */
export type BuilderState = object;

/** Undeclared exports of TypeScript that the kernel uses. */
export interface InternalCompiler {
  readonly NodeFlags: { readonly PossiblyContainsDynamicImport: number };
  readonly nullTransformationContext: typescript.TransformationContext;
  readonly BuilderState: {
    create(program: typescript.Program, old: undefined, isHashed: boolean): BuilderState;
    getAllDependencies(
      state: BuilderState,
      program: typescript.Program,
      file: typescript.SourceFile
    ): readonly string[];
  };
  bindSourceFile(
    this: void,
    file: typescript.SourceFile,
    options: typescript.CompilerOptions
  ): void;
  readonly Completions: {
    getCompletionsAtPosition(...inputs: readonly unknown[]): typescript.CompletionInfo | undefined;
  };
  readonly SymbolDisplay: {
    getSymbolModifiers(checker: Checker, symbol: typescript.Symbol): string;
    getSymbolDisplayPartsDocumentationAndSymbolKind(
      checker: Checker,
      symbol: typescript.Symbol,
      file: typescript.SourceFile,
      enclosing: Node | undefined,
      location: Node
    ): SymbolDisplay;
  };
  getTouchingPropertyName(file: typescript.SourceFile, position: number): Node;
  getContainingObjectLiteralElement(node: Node): typescript.ObjectLiteralElement | undefined;
  getPropertySymbolsFromContextualType(
    element: typescript.ObjectLiteralElement,
    checker: Checker,
    type: typescript.Type,
    isUnionSymbolOk: boolean
  ): readonly typescript.Symbol[];
  getContainerNode(this: void, node: Node): Node | undefined;
  createTextSpanFromNode(node: Node, file: typescript.SourceFile): typescript.TextSpan;
  typeToDisplayParts(
    checker: Checker,
    type: typescript.Type,
    enclosing: Node | undefined
  ): typescript.SymbolDisplayPart[];
  isLabelName(node: Node): boolean;
  isTagName(node: Node): boolean;
  isInComment(file: typescript.SourceFile, position: number): unknown;
  isImportMeta(node: Node): boolean;
}

/** TypeScript with its undeclared exports. The version is pinned, so that this holds. */
export const internal = typescript as typeof typescript & InternalCompiler;

/**
 * The names that a file declares in its outermost scope, as TypeScript escapes them: those that a program
 * finds, without making one.
 */
export function localNames(fileName: string, text: string): ReadonlyMap<string, unknown> {
  const { ESNext } = typescript.ScriptTarget;
  const file = typescript.createSourceFile(fileName, text, ESNext);
  internal.bindSourceFile(file, { target: ESNext });
  return (file as { readonly locals?: ReadonlyMap<string, unknown> }).locals ?? new Map();
}
