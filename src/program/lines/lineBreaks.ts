import type { Node, Program } from 'acorn';
import { parse } from 'acorn';

/** A node as it is walked through: its fields are nodes, lists of nodes, or plain values. */
type Fields = Readonly<Record<string, unknown>>;

/** Fields that hold nodes at whose beginning a line must not be broken, by the type of their node. */
const BOUND: Readonly<Record<string, readonly string[]>> = {
  ReturnStatement: ['argument'],
  ThrowStatement: ['argument'],
  YieldExpression: ['argument'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ArrowFunctionExpression: ['params'],
  MethodDefinition: ['key', 'value'],
  PropertyDefinition: ['key'],
  Property: ['key'],
  MetaProperty: ['meta', 'property'],
  TemplateLiteral: ['quasis']
};

/**
 * The positions in a script, in UTF-16 units, where a line may be broken without changing its meaning:
 * the beginnings of statements and expressions, except those that ECMAScript requires on the line of
 * the word before them, such as the value after `return`.
 *
 * @throws SyntaxError if it is neither a script nor a module
 */
export function placesToBreak(code: string): ReadonlySet<number> {
  const places = new Set<number>();
  const bound = new Set<number>();
  const pending: Node[] = [parsed(code)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const fields = node as unknown as Fields;
    places.add(node.start);
    for (const each of boundNodes(fields)) bound.add(each.start);
    for (const value of Object.values(fields)) pending.push(...nodesIn(value));
  }
  for (const place of bound) places.delete(place);
  return places;
}

function parsed(code: string): Program {
  const common = { ecmaVersion: 'latest', allowHashBang: true } as const;
  try {
    return parse(code, { ...common, sourceType: 'module' });
  } catch {
    const lenient = { allowReturnOutsideFunction: true, allowSuperOutsideMethod: true };
    return parse(code, { ...common, ...lenient, sourceType: 'script' });
  }
}

function boundNodes(node: Fields): readonly Node[] {
  const { type, kind } = node;
  const isUsing = type === 'VariableDeclaration' && String(kind).endsWith('using');
  const names = isUsing ? ['declarations'] : (BOUND[String(type)] ?? []);
  // The key of `{ name }` or `{ name: 1 }` begins where its property does, which may begin a line.
  return names.flatMap(name => nodesIn(node[name])).filter(each => each.start !== node.start);
}

function nodesIn(value: unknown): readonly Node[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
