import type { Node } from 'acorn';
import { type NodeFields, fieldsOf, nodesIn } from '../../sources/v8/scripts/parseScript';

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
 */
export function placesToBreak(program: Node): ReadonlySet<number> {
  const places = new Set<number>();
  const bound = new Set<number>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const fields = fieldsOf(node);
    places.add(node.start);
    for (const each of boundNodes(fields)) bound.add(each.start);
    for (const value of Object.values(fields)) pending.push(...nodesIn(value));
  }
  for (const place of bound) places.delete(place);
  return places;
}

function boundNodes(node: NodeFields): readonly Node[] {
  const { type, kind } = node;
  const isUsing = type === 'VariableDeclaration' && String(kind).endsWith('using');
  const names = isUsing ? ['declarations'] : (BOUND[String(type)] ?? []);
  // The key of `{ name }` or `{ name: 1 }` begins where its property does, which may begin a line.
  return names.flatMap(name => nodesIn(node[name])).filter(each => each.start !== node.start);
}
