import { type Node, type Program, parse } from 'acorn';

/** A node as it is walked through: its fields are nodes, lists of nodes, or plain values. */
export type NodeFields = Readonly<Record<string, unknown>>;

/**
 * Parses a module or script of any kind.
 *
 * @throws SyntaxError if it is neither
 */
export function parseScript(code: string): Program {
  const common = { ecmaVersion: 'latest', allowHashBang: true } as const;
  try {
    return parse(code, { ...common, sourceType: 'module' });
  } catch {
    const lenient = { allowReturnOutsideFunction: true, allowSuperOutsideMethod: true };
    return parse(code, { ...common, ...lenient, sourceType: 'script' });
  }
}

export function fieldsOf(node: Node): NodeFields {
  return node as unknown as NodeFields;
}

/** The nodes in the value of a field. */
export function nodesIn(value: unknown): readonly Node[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
