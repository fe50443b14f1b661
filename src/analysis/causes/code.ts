import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { sourceLines } from '../../model/profile/sourceText';

/**
 * UTF-16 units that are parsed at most, around the line that is looked at: more than a function has, as a rule. The
 * parser takes time in proportion to the text, and for texts made to be slow in proportion to its square.
 */
const MAX_UNITS = 16_000;

/** Levels of syntax, of which people write some dozen; deeper code is not looked at: to look around a node takes time for each. */
const MAX_DEPTH = 200;

/** A place in code: its file, and the one-based line there. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** The syntax around a line of a source; what cannot be parsed is left out of the tree. */
export class Code {
  /** The number of the line in the file, of each line that was parsed. */
  readonly #lines: readonly number[];
  readonly #starts: readonly number[];
  readonly #definitions = new Map<string, SyntaxNode[]>();
  readonly text: string;
  readonly tree: Tree;
  /** All nodes in the order of their beginnings, parents first; none of code that is nested too deeply. */
  readonly nodes: readonly SyntaxNode[];

  constructor(
    source: string,
    readonly place: CodePlace
  ) {
    const kept = linesAround(sourceLines(source), place.line);
    this.#lines = kept.map(({ line }) => line);
    this.text = kept.map(({ text }) => text).join('\n');
    let start = 0;
    this.#starts = kept.map(({ text }) => {
      const from = start;
      start += text.length + 1;
      return from;
    });
    const dialect = /x$/i.test(place.file) ? 'ts jsx' : 'ts';
    this.tree = parser.configure({ dialect }).parse(isNested(this.text) ? '' : this.text);
    const nodes = nodesOf(this.tree);
    this.nodes = nodes;
    for (const node of nodes) {
      if (node.name !== 'VariableDefinition') continue;
      const name = this.textOf(node);
      const known = this.#definitions.get(name);
      if (known) known.push(node);
      else this.#definitions.set(name, [node]);
    }
  }

  textOf({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.text.slice(from, to);
  }

  /** The line in the file of a position in the text. */
  lineAt(position: number): number {
    let at = 0;
    let end = this.#starts.length;
    while (end - at > 1) {
      const middle = (at + end) >> 1;
      if (this.#starts[middle] <= position) at = middle;
      else end = middle;
    }
    return this.#lines[at] ?? 0;
  }

  /** Where the variables of a name are defined, all over the text. */
  definitionsOf(name: string): readonly SyntaxNode[] {
    return this.#definitions.get(name) ?? [];
  }

  /** The definition that a use of a name refers to: of the scopes around it the innermost; null if it is not in the text. */
  definitionAt(name: string, at: SyntaxNode): SyntaxNode | null {
    let best: { readonly node: SyntaxNode; readonly size: number } | null = null;
    for (const node of this.definitionsOf(name)) {
      const scope = scopeOf(node);
      const size = scope.to - scope.from;
      const isVisible = scope.from <= at.from && at.to <= scope.to;
      if (isVisible && (best === null || size < best.size)) best = { node, size };
    }
    return best?.node ?? null;
  }
}

/** Whether more brackets are open, or closed that never opened, than code has: to parse such text takes seconds. */
function isNested(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    open += /[([{]/.test(bracket) ? 1 : -1;
    if (Math.abs(open) > MAX_DEPTH) return true;
  }
  return false;
}

function nodesOf(tree: Tree): readonly SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  let [depth, deepest] = [0, 0];
  tree.iterate({
    enter: each => {
      deepest = Math.max(deepest, ++depth);
      if (deepest > MAX_DEPTH) return false;
      nodes.push(each.node);
      return undefined;
    },
    leave: () => void depth--
  });
  return deepest > MAX_DEPTH ? [] : nodes;
}

interface KeptLine {
  readonly text: string;
  readonly line: number;
}

/** The lines around one, without empty ones and the space in which they begin, within {@link MAX_UNITS}. */
function linesAround(lines: readonly string[], line: number): readonly KeptLine[] {
  const [before, after]: KeptLine[][] = [[], []];
  let units = 0;
  const take = (at: number, into: KeptLine[]): boolean => {
    const text = lines[at - 1].replace(/\s+/g, ' ').trim();
    units += text.length + 1;
    if (units > MAX_UNITS) return false;
    if (text !== '') into.push({ text, line: at });
    return true;
  };
  let [up, down] = [Math.min(line, lines.length), line + 1];
  while (up >= 1 || down <= lines.length) {
    if (up >= 1 && !take(up--, before)) break;
    if (down <= lines.length && !take(down++, after)) break;
  }
  return [...before.reverse(), ...after];
}

const SCOPES: ReadonlySet<string> = new Set([
  'Block',
  'Script',
  'ForStatement',
  'CatchClause',
  'ClassBody',
  'ArrowFunction',
  'FunctionExpression',
  'FunctionDeclaration',
  'MethodDeclaration'
]);

const NAMED: ReadonlySet<string> = new Set(['FunctionDeclaration', 'ClassDeclaration']);

/** The stretch of code in which a definition can be used: `var` is taken for `let`. */
export function scopeOf(definition: SyntaxNode): SyntaxNode {
  let node = definition.parent ?? definition;
  // The name of a function belongs to the code around it.
  if (NAMED.has(node.name)) node = node.parent ?? node;
  while (!SCOPES.has(node.name) && node.parent !== null) node = node.parent;
  return node;
}
