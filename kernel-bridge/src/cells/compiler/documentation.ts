import typescript from 'typescript';

type Node = typescript.Node;
type SourceFile = typescript.SourceFile;
type Checker = typescript.TypeChecker;

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
