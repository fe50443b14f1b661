import type { Node } from './nodes';
import type { PrintState } from './printState';
import { writeParameters, writeQualifier, writeReturns } from './writeNames';

type Of<Kind extends Node['kind']> = Extract<Node, { readonly kind: Kind }>;
type Indirection = Of<'pointer'> | Of<'reference'> | Of<'memberPointer'>;

/** Types that a declared name stands in the middle of. */
export type Declarator = Indirection | Of<'function'> | Of<'array'> | Of<'qualified'>;

/** Writes what stands before the name that a type declares. */
export function writeBefore(state: PrintState, node: Declarator): void {
  switch (node.kind) {
    case 'function':
      if (node.returns !== null) writeReturns(state, node.returns);
      return;
    case 'array':
      return state.before(node.element);
    case 'qualified':
      return writeQualified(state, node);
    case 'reference':
      return collapsed(state, node, (type, sign) => writeIndirection(state, type, sign));
    case 'pointer':
      return writeIndirection(state, node.type, '*');
    case 'memberPointer':
      return writeIndirection(state, node.type, node.owner);
  }
}

/** Writes what stands behind the name that a type declares. */
export function writeAfter(state: PrintState, node: Declarator): void {
  switch (node.kind) {
    case 'function':
      writeParameters(state, node.parameters, node.qualifiers);
      if (node.returns !== null) state.after(node.returns);
      return;
    case 'array':
      return writeBounds(state, node);
    case 'qualified':
      return state.after(node.type);
    case 'reference':
      return collapsed(state, node, type => closeIndirection(state, type));
    case 'pointer':
    case 'memberPointer':
      return closeIndirection(state, node.type);
  }
}

function writeIndirection(state: PrintState, type: Node, sign: string | Node): void {
  state.before(type);
  const shape = innerShape(state, type);
  if (shape === 'array') state.write(' (');
  else if (shape === 'function') state.write('(');
  else if (typeof sign !== 'string') state.write(' ');
  if (typeof sign === 'string') return state.write(sign);
  state.print(sign);
  state.write('::*');
}

function closeIndirection(state: PrintState, type: Node): void {
  if (innerShape(state, type) !== 'other') state.write(')');
  state.after(type);
}

/** What a pointer points to, as far as it decides about parentheses. */
function innerShape(state: PrintState, node: Node): 'array' | 'function' | 'other' {
  return state.resolved(node, found => {
    if (found.kind === 'qualified') return innerShape(state, found.type);
    return found.kind === 'array' || found.kind === 'function' ? found.kind : 'other';
  });
}

/** References to references are one: `&&` only of two `&&`. */
function collapsed(
  state: PrintState,
  node: Of<'reference'>,
  action: (type: Node, sign: '&' | '&&') => void
): void {
  state.resolved(node.type, found => {
    if (found.kind !== 'reference') {
      action(found, node.sign);
      return;
    }
    const sign = node.sign === '&' ? '&' : found.sign;
    collapsed(state, { ...found, sign }, action);
  });
}

function writeQualified(state: PrintState, { type, qualifier }: Of<'qualified'>): void {
  state.before(type);
  if (!isQualified(state, type, qualifier)) writeQualifier(state, qualifier);
}

/** Whether `node` has the qualifier already, as arguments of templates may. */
function isQualified(state: PrintState, node: Node, qualifier: unknown): boolean {
  return state.resolved(node, found => {
    if (found.kind !== 'qualified') return false;
    return found.qualifier === qualifier || isQualified(state, found.type, qualifier);
  });
}

function writeBounds(state: PrintState, { size, element }: Of<'array'>): void {
  state.write(state.text.endsWith(']') ? '[' : ' [');
  if (size !== null) state.print(size);
  state.write(']');
  state.after(element);
}
