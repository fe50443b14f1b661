import type { SyntaxNode } from '@lezer/common';
import type { Code } from './code';

/** The children of a node, in their order. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** The nodes around a node, innermost first. */
export function* around(node: SyntaxNode): Generator<SyntaxNode> {
  for (let outer = node.parent; outer !== null; outer = outer.parent) yield outer;
}

/** Whether one node is, or lies within, another. */
export function isWithin(node: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.from <= node.from && node.to <= outer.to;
}

const WRAPPERS: ReadonlySet<string> = new Set(['ParenthesizedExpression', 'PostfixExpression']);

/** An expression without parentheses, `as` and `!` around it. */
export function bare(node: SyntaxNode, code: Code): SyntaxNode {
  let inner = node;
  for (;;) {
    const children: readonly SyntaxNode[] = childrenOf(inner);
    const isCast =
      inner.name === 'BinaryExpression' && /^(?:as|satisfies)$/.test(children[1]?.name ?? '');
    const isAsserted = inner.name === 'PostfixExpression' && code.textOf(inner).endsWith('!');
    const isParenthesized = inner.name === 'ParenthesizedExpression';
    if (isParenthesized && children.length > 2) inner = children[1];
    else if ((isCast || isAsserted) && children.length > 0) inner = children[0];
    else return inner;
  }
}

/** The node that stands for a value in its place: itself with parentheses, `as` and `!` around it. */
export function wrapped(node: SyntaxNode): SyntaxNode {
  let outer = node;
  while (outer.parent !== null) {
    const isCast =
      outer.parent.name === 'BinaryExpression' &&
      /^as|satisfies$/.test(outer.nextSibling?.name ?? '');
    if (!WRAPPERS.has(outer.parent.name) && !isCast) return outer;
    outer = outer.parent;
  }
  return outer;
}

/** A call or `new` with its parts. */
export interface Call {
  readonly node: SyntaxNode;
  /** What is called: `a.b` of `a.b(c)`. */
  readonly callee: SyntaxNode;
  /** The name of the function, method or class; '' if it has none. */
  readonly name: string;
  /** The object whose method is called; null for functions. */
  readonly receiver: SyntaxNode | null;
  readonly args: readonly SyntaxNode[];
  readonly isNew: boolean;
}

/** The parts of a node that calls; null for others. */
export function callOf(node: SyntaxNode | null, code: Code): Call | null {
  if (node === null || !/^(?:Call|New)Expression$/.test(node.name)) return null;
  const isNew = node.name === 'NewExpression';
  const children = childrenOf(node);
  const first = children[isNew ? 1 : 0];
  if (first === undefined) return null;
  const callee = first.name === 'InstantiationExpression' ? (first.firstChild ?? first) : first;
  const list = children.find(({ name }) => name === 'ArgList');
  const args = list ? listed(list) : [];
  const isMember = callee.name === 'MemberExpression';
  const named = isMember ? callee.lastChild : callee;
  const hasName = named !== null && /^(?:VariableName|(?:Private)?PropertyName)$/.test(named.name);
  const name = hasName ? code.textOf(named) : '';
  return { node, callee, name, receiver: isMember ? callee.firstChild : null, args, isNew };
}

/** What stands between the brackets and commas of a list; a spread is two nodes in a row, of which the latter counts. */
export function listed(list: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(list).filter(({ name }) => !/^(?:[()[\]{},]|Spread|⚠)$/.test(name));
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunction',
  'FunctionExpression',
  'FunctionDeclaration',
  'MethodDeclaration'
]);

/** Whether a node is a function of any form. */
export function isFunction({ name }: SyntaxNode): boolean {
  return FUNCTIONS.has(name);
}

/** The function around a node; null at top level. */
export function functionAround(node: SyntaxNode): SyntaxNode | null {
  for (const outer of around(node)) if (isFunction(outer)) return outer;
  return null;
}

/** The names of a function's parameters, in their order; '' for patterns. */
export function parametersOf(node: SyntaxNode, code: Code): readonly string[] {
  const list = childrenOf(node).find(({ name }) => name === 'ParamList');
  if (list === undefined) {
    const only = childrenOf(node).find(({ name }) => name === 'VariableDefinition');
    return only === undefined ? [] : [code.textOf(only)];
  }
  return childrenOf(list).flatMap(each => {
    if (each.name === 'VariableDefinition') return [code.textOf(each)];
    return /Pattern$/.test(each.name) ? [''] : [];
  });
}

/** Methods that call a function for each of some elements, or each pair of them. */
export const ITERATING: ReadonlySet<string> = new Set([
  ...['map', 'forEach', 'filter', 'reduce', 'reduceRight', 'some', 'every', 'flatMap'],
  ...['find', 'findIndex', 'findLast', 'findLastIndex', 'sort', 'toSorted', 'from', 'replace'],
  'replaceAll'
]);

/** The call that a function is an argument of; null for others. */
export function callWith(node: SyntaxNode, code: Code): Call | null {
  const { parent } = wrapped(node);
  return parent?.name === 'ArgList' ? callOf(parent.parent, code) : null;
}

/** A loop: a statement, or a function that a method calls for each element. */
export type Loop = SyntaxNode;

/** The loops around a node within its function, innermost first; functions that a method calls in a loop are part of it. */
export function loopsAround(node: SyntaxNode, code: Code): readonly Loop[] {
  const loops: Loop[] = [];
  let inner = node;
  for (const outer of around(node)) {
    const role = roleOf(outer, inner, code);
    if (role === 'end') return loops;
    if (role === 'loop') loops.push(outer.name === 'ForSpec' ? (outer.parent ?? outer) : outer);
    inner = outer;
  }
  return loops;
}

/** Whether a node repeats one of its children, is only a part of what does, or ends what runs at a time. */
function roleOf(node: SyntaxNode, child: SyntaxNode, code: Code): 'loop' | 'part' | 'end' {
  if (!isFunction(node)) return isRepeated(child, node) ? 'loop' : 'part';
  const call = callWith(node, code);
  if (call !== null && ITERATING.has(call.name)) return 'loop';
  return isCalledAtOnce(call) ? 'part' : 'end';
}

/** Functions given to others run later, in no loop around them, but for those that run them at once. */
function isCalledAtOnce(call: Call | null): boolean {
  return call?.name === 'tidy';
}

/** Whether a loop runs one of its children each time: all but the initialization of a `for`. */
function isRepeated(child: SyntaxNode, { name, firstChild }: SyntaxNode): boolean {
  if (name === 'WhileStatement' || name === 'DoStatement') return true;
  if (name === 'ForSpec') return child.from !== firstChild?.nextSibling?.from;
  if (name !== 'ForStatement') return false;
  return !/^For(?:Of|In)?Spec$/.test(child.name);
}

/** The variable or `this` that a chain of members, calls and brackets begins with; null for others. */
export function rootOf(node: SyntaxNode, code: Code): SyntaxNode | null {
  let inner = bare(node, code);
  for (;;) {
    if (inner.name === 'VariableName' || inner.name === 'this') return inner;
    const first = inner.firstChild;
    const isChain = inner.name === 'MemberExpression' || inner.name === 'CallExpression';
    if (!isChain || first === null) return null;
    inner = bare(first, code);
  }
}

/** The variables that are used in a node, those of inner functions and `{ name }` too. */
export function variablesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const names: SyntaxNode[] = [];
  node.cursor().iterate(each => {
    if (each.name === 'VariableName' || isShorthand(each.node)) names.push(each.node);
  });
  return names.filter(each => isWithin(each, node));
}

/** Whether a node is the `name` of an object `{ name }`. */
function isShorthand({ name, parent, nextSibling, prevSibling }: SyntaxNode): boolean {
  const isAlone = nextSibling === null && prevSibling === null;
  return name === 'PropertyDefinition' && parent?.name === 'Property' && isAlone;
}

export function within(node: SyntaxNode, code: Code, kind: string): readonly SyntaxNode[] {
  return code.nodes.filter(each => each.name === kind && isWithin(each, node));
}

/** What changes from one time round a loop to the next: its own variables, and what it assigns to. */
export function changesIn(variable: SyntaxNode, loop: Loop, code: Code): boolean {
  const name = code.textOf(variable);
  const definition = code.definitionAt(name, variable);
  if (definition !== null && isWithin(definition, loop)) return true;
  return assignments(loop, code).some(({ target }) => code.textOf(target) === name);
}

/** Whether an expression has the same value each time round a loop, as far as its variables tell. */
export function isSameIn(node: SyntaxNode, loop: Loop, code: Code): boolean {
  return variablesIn(node).every(each => !changesIn(each, loop, code));
}

/** Whether what a chain begins with is there before a loop, and stays the same. */
export function outlives(node: SyntaxNode, loop: Loop, code: Code): boolean {
  const root = rootOf(node, code);
  if (root === null) return false;
  if (root.name === 'this') return true;
  const isIndexed = within(bare(node, code), code, 'MemberExpression').some(
    each => childrenOf(each)[1]?.name === '[' && !isSameIn(each, loop, code)
  );
  return !isIndexed && !changesIn(root, loop, code);
}

interface Assignment {
  readonly node: SyntaxNode;
  readonly target: SyntaxNode;
  /** `=`, `+=` …; `++` and `--` too. */
  readonly operator: string;
  readonly value: SyntaxNode | null;
}

/** The parts of an assignment, `++` and `--` among them; null for others. */
export function assignmentOf(node: SyntaxNode, code: Code): Assignment | null {
  const children = childrenOf(node);
  if (node.name === 'AssignmentExpression' && children.length >= 3) {
    const [target, operator, value] = children;
    return { node, target, operator: code.textOf(operator), value };
  }
  const isStep = node.name === 'PostfixExpression' || node.name === 'UnaryExpression';
  const operator = children.find(({ name }) => name === 'ArithOp');
  const isCounted = operator !== undefined && /^(?:\+\+|--)$/.test(code.textOf(operator));
  if (!isStep || !isCounted) return null;
  const target = children.find(each => each !== operator && each.name !== 'ArithOp');
  return target === undefined
    ? null
    : { node, target, operator: code.textOf(operator), value: null };
}

/** All assignments within a node. */
export function assignments(node: SyntaxNode, code: Code): readonly Assignment[] {
  return code.nodes.flatMap(each => (isWithin(each, node) ? (assignmentOf(each, code) ?? []) : []));
}
