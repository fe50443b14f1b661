import typescript from 'typescript';
import { readDocumentation } from './documentation';
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
