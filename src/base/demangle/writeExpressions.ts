import type { Node, OperatorNode } from './nodes';
import type { PrintState } from './printState';

type Of<Kind extends Node['kind']> = Extract<Node, { readonly kind: Kind }>;

/** Nodes that stand in expressions only. */
export type Expression =
  | Of<'literal'>
  | Of<'functionParameter'>
  | Of<'list'>
  | Of<'braces'>
  | Of<'unary'>
  | Of<'postfix'>
  | Of<'cast'>
  | Of<'packSize'>
  | Of<'binary'>
  | Of<'fold'>
  | Of<'choice'>
  | Of<'new'>;

/** Writes an expression as GNU tools do: every operand that is not a bare name in parentheses. */
export function writeExpression(state: PrintState, node: Expression): void {
  switch (node.kind) {
    case 'literal':
      return writeLiteral(state, node);
    case 'functionParameter':
      return state.write(node.index === 0 ? 'this' : `{parm#${node.index}}`);
    case 'list':
      return void state.list(node.items);
    case 'braces':
      return writeBraces(state, node);
    case 'unary':
      return writeUnary(state, node);
    case 'postfix':
      writeOperand(state, node.operand);
      return state.write(node.operator.text);
    case 'cast':
      writeParenthesized(state, node.type);
      return writeOperand(state, node.operand);
    case 'packSize':
      return state.write(String(packLength(state, node.operand)));
    case 'binary':
      return writeBinary(state, node);
    case 'fold':
      return writeFold(state, node);
    case 'choice':
      return writeChoice(state, node);
    case 'new':
      return writeCreation(state, node);
  }
}

function writeParenthesized(state: PrintState, node: Node): void {
  state.write('(');
  state.print(node);
  state.write(')');
}

/** Writes an operand, in parentheses unless it is a name. */
function writeOperand(state: PrintState, node: Node): void {
  const bare = ['text', 'scoped', 'braces', 'functionParameter'];
  if (bare.includes(node.kind)) state.print(node);
  else writeParenthesized(state, node);
}

function writeLiteral(state: PrintState, { type, value }: Of<'literal'>): void {
  const style = type.kind === 'builtin' ? type.literal : { form: 'cast' as const };
  if (style.form === 'suffix') return state.write(value + style.suffix);
  if (style.form === 'boolean' && value === '0') return state.write('false');
  if (style.form === 'boolean' && value === '1') return state.write('true');
  writeParenthesized(state, type);
  state.write(style.form === 'bits' ? `[${value}]` : value);
}

function writeBraces(state: PrintState, { type, items }: Of<'braces'>): void {
  if (type !== null) state.print(type);
  state.write('{');
  state.list(items);
  state.write('}');
}

function writeUnary(state: PrintState, { operator, operand }: Of<'unary'>): void {
  state.write(operator.text);
  const isAddress = operator.code === 'ad' && operand.kind === 'typed';
  if (isAddress && operand.name.kind === 'scoped') return state.print(operand.name);
  if (operator.code === 'gs') return state.print(operand);
  if (operator.code === 'st' || operator.code === 'nx') return writeParenthesized(state, operand);
  writeOperand(state, operand);
}

function writeBinary(state: PrintState, { operator, left, right }: Of<'binary'>): void {
  if (/^(sc|dc|cc|rc)$/.test(operator.code)) return writeNamedCast(state, operator, left, right);
  const isGreater = operator.text === '>';
  if (isGreater) state.write('(');
  writeOperand(state, operator.code === 'cl' && left.kind === 'typed' ? left.name : left);
  if (operator.code === 'ix') {
    state.write('[');
    state.print(right);
    state.write(']');
  } else {
    if (operator.code !== 'cl') state.write(operator.text);
    writeOperand(state, right);
  }
  if (isGreater) state.write(')');
}

function writeNamedCast(state: PrintState, { text }: OperatorNode, type: Node, value: Node): void {
  state.write(`${text}<`);
  state.print(type);
  state.write('>(');
  state.print(value);
  state.write(')');
}

function writeFold(state: PrintState, { operator, form, left, right }: Of<'fold'>): void {
  const before = state.packIndex;
  state.packIndex = -1;
  state.write(form === 'l' ? `(...${operator.text}` : '(');
  writeOperand(state, left);
  if (form === 'r') state.write(`${operator.text}...`);
  if (right !== null) {
    state.write(`${operator.text}...${operator.text}`);
    writeOperand(state, right);
  }
  state.write(')');
  state.packIndex = before;
}

function writeChoice(state: PrintState, { condition, chosen, otherwise }: Of<'choice'>): void {
  writeOperand(state, condition);
  state.write('?');
  writeOperand(state, chosen);
  state.write(' : ');
  writeOperand(state, otherwise);
}

function writeCreation(state: PrintState, node: Of<'new'>): void {
  state.write('new ');
  if (node.placement.length > 0) {
    state.write('(');
    state.list(node.placement);
    state.write(') ');
  }
  state.print(node.type);
  if (node.initializer !== null) writeOperand(state, node.initializer);
}

/** Writes the pattern once for each element of the packs in it. */
export function writeExpansion(state: PrintState, pattern: Node): void {
  const pack = state.inLambda ? null : findPack(state, pattern);
  if (pack === null) {
    writeOperand(state, pattern);
    state.write('...');
    return;
  }
  const before = state.packIndex;
  for (let index = 0; index < pack; index++) {
    if (index > 0) state.write(', ');
    state.packIndex = index;
    state.print(pattern);
  }
  state.packIndex = before;
}

function packLength(state: PrintState, node: Node): number {
  return node.kind === 'pack' ? node.items.length : (findPack(state, node) ?? 0);
}

/** Elements of the first pack that `node` names, or null. */
function findPack(state: PrintState, node: Node): number | null {
  return state.step(() => packWithin(state, node));
}

function packWithin(state: PrintState, node: Node): number | null {
  if (node.kind === 'parameter') {
    const arg = state.scope?.args.at(node.index);
    return arg?.kind === 'pack' ? arg.items.length : null;
  }
  if (node.kind === 'lambda' || node.kind === 'functionParameter') return null;
  for (const child of childrenOf(node)) {
    const found = findPack(state, child);
    if (found !== null) return found;
  }
  return null;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
