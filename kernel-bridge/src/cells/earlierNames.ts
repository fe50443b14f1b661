import type typescript from 'typescript';

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
