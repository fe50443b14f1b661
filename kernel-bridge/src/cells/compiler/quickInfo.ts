import typescript from 'typescript';
import { internal } from './internalCompiler';

type Node = typescript.Node;
type SourceFile = typescript.SourceFile;
type Checker = typescript.TypeChecker;

/**
 * Information about the name or keyword at `position`: the same as from a TypeScript language service,
 * but for an existing program and checker.
 */
export function getQuickInfoAtPosition(
  file: SourceFile,
  checker: Checker,
  _cancellation: unknown,
  position: number
): typescript.QuickInfo | undefined {
  const touched = internal.getTouchingPropertyName(file, position);
  if (touched === file) return undefined;
  const node = meantNode(touched);
  const symbol = symbolOf(node, checker);
  const textSpan = internal.createTextSpanFromNode(node, file);
  const isKnown = symbol !== undefined && !checker.isUnknownSymbol(symbol);
  if (isKnown) return { ...describeSymbol(symbol, checker, file, node), textSpan };
  return hasType(file, node, position)
    ? { ...describeType(checker.getTypeAtLocation(node), checker, node), textSpan }
    : undefined;
}

type Description = Omit<typescript.QuickInfo, 'textSpan'>;

function describeSymbol(
  symbol: typescript.Symbol,
  checker: Checker,
  file: SourceFile,
  node: Node
): Description {
  const { SymbolDisplay, getContainerNode } = internal;
  readDocumentation(symbol, node, checker);
  const { symbolKind, displayParts, documentation, tags } =
    SymbolDisplay.getSymbolDisplayPartsDocumentationAndSymbolKind(
      checker,
      symbol,
      file,
      getContainerNode(node),
      node
    );
  const kindModifiers = SymbolDisplay.getSymbolModifiers(checker, symbol);
  return { kind: symbolKind, kindModifiers, displayParts, documentation, tags };
}

function describeType(type: typescript.Type, checker: Checker, node: Node): Description {
  const symbol = type.symbol as typescript.Symbol | undefined;
  if (symbol) readDocumentation(symbol, node, checker);
  return {
    kind: typescript.ScriptElementKind.unknown,
    kindModifiers: typescript.ScriptElementKindModifier.none,
    displayParts: internal.typeToDisplayParts(checker, type, internal.getContainerNode(node)),
    documentation: symbol?.getDocumentationComment(checker),
    tags: symbol?.getJsDocTags(checker)
  };
}

/** The node that a reader means when pointing at `node`. */
function meantNode(node: Node): Node {
  const { parent } = node;
  if (typescript.isNewExpression(parent) && node.pos === parent.pos) return parent.expression;
  if (typescript.isNamedTupleMember(parent) && node.pos === parent.pos) return parent;
  if (typescript.isJsxNamespacedName(parent)) return parent;
  return isImportMeta(parent) && parent.name === node ? parent : node;
}

/** In an object literal, the property of the type that is expected there. */
function symbolOf(node: Node, checker: Checker): typescript.Symbol | undefined {
  const element = internal.getContainingObjectLiteralElement(node);
  const literal = element?.parent;
  const expected =
    literal && typescript.isObjectLiteralExpression(literal)
      ? checker.getContextualType(literal)
      : undefined;
  const properties =
    element && expected
      ? internal.getPropertySymbolsFromContextualType(element, checker, expected, false)
      : [];
  return properties.length === 1 ? properties[0] : checker.getSymbolAtLocation(node);
}

function hasType(file: SourceFile, node: Node, position: number): boolean {
  const { SyntaxKind } = typescript;
  switch (node.kind) {
    case SyntaxKind.Identifier:
      return !(
        internal.isLabelName(node) ||
        internal.isTagName(node) ||
        typescript.isConstTypeReference(node.parent)
      );
    case SyntaxKind.PropertyAccessExpression:
    case SyntaxKind.QualifiedName:
      return !internal.isInComment(file, position);
    case SyntaxKind.ThisKeyword:
    case SyntaxKind.ThisType:
    case SyntaxKind.SuperKeyword:
    case SyntaxKind.NamedTupleMember:
      return true;
    default:
      return isImportMeta(node);
  }
}

function isImportMeta(node: Node): node is typescript.MetaProperty {
  return internal.isImportMeta(node);
}

/** The field in which TypeScript keeps the documentation comments of a node, and does not declare. */
interface Documented {
  jsDoc?: readonly { parent: Node }[];
}

/**
 * How files are parsed: without the documentation comments of TypeScript, which only inspection shows.
 * Most of what the kernel parses when it starts is such comments.
 */
export const WITHOUT_DOCUMENTATION = {
  jsDocParsingMode: typescript.JSDocParsingMode.ParseForTypeInfo
} as const;

/** Files whose nodes have their documentation comments. */
const documented = new WeakSet<SourceFile>();

/**
 * Gives the declarations of `symbol`, as it is used at `node`, and those that they inherit their
 * documentation from, the comments that were left out when their files were parsed.
 */
export function readDocumentation(symbol: typescript.Symbol, node: Node, checker: Checker): void {
  const seen = new Set<typescript.Symbol>();
  const read = (one: typescript.Symbol | undefined): void => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    for (const declaration of one.declarations ?? []) {
      addComments(declaration.getSourceFile());
      inherited(declaration, one, checker).forEach(read);
    }
    if (one.flags & typescript.SymbolFlags.Alias) read(checker.getAliasedSymbol(one));
  };
  read(symbol);
  read(destructured(node, symbol, checker));
  const type = checker.getTypeOfSymbolAtLocation(symbol, node);
  for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
    const declaration = signature.getDeclaration() as typescript.SignatureDeclaration | undefined;
    if (declaration) addComments(declaration.getSourceFile());
  }
}

/** The property that a name in a pattern takes apart. */
function destructured(
  { parent }: Node,
  { name }: typescript.Symbol,
  checker: Checker
): typescript.Symbol | undefined {
  if (!typescript.isBindingElement(parent)) return undefined;
  return checker.getTypeAtLocation(parent.parent).getProperty(name);
}

/** The members of bases that a member of a class or an interface stands for. */
function inherited(
  { parent }: Node,
  { name }: typescript.Symbol,
  checker: Checker
): (typescript.Symbol | undefined)[] {
  if (parent === undefined) return [];
  const owner = typescript.isConstructorDeclaration(parent) ? parent.parent : parent;
  if (!typescript.isClassLike(owner) && !typescript.isInterfaceDeclaration(owner)) return [];
  const clauses = owner.heritageClauses ?? [];
  return clauses
    .flatMap(({ types }) => types)
    .flatMap(type => {
      const base = checker.getTypeAtLocation(type);
      const ofClass = base.symbol && checker.getTypeOfSymbolAtLocation(base.symbol, type);
      return [base.getProperty(name), ofClass?.getProperty(name)];
    });
}

/** Parses `file` again, with its comments, and puts these at the nodes that they document. */
function addComments(file: SourceFile): void {
  if (documented.has(file)) return;
  documented.add(file);
  const { fileName, text, languageVersion } = file;
  const again = typescript.createSourceFile(fileName, text, languageVersion, true);
  const nodes = nodesOf(file);
  nodesOf(again).forEach((copy: Node & Documented, place) => {
    const node: (Node & Documented) | undefined = nodes[place];
    if (!copy.jsDoc || node?.kind !== copy.kind) return;
    for (const comment of copy.jsDoc) comment.parent = node;
    node.jsDoc = copy.jsDoc;
  });
}

/** All nodes of a file, in the order of its text. */
function nodesOf(file: SourceFile): Node[] {
  const nodes: Node[] = [];
  const add = (node: Node): void => {
    nodes.push(node);
    typescript.forEachChild(node, add);
  };
  add(file);
  return nodes;
}
