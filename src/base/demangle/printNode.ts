import type { Node } from './nodes';
import { PrintState } from './printState';
import { writeExpansion, writeExpression } from './writeExpressions';
import {
  writeConversion,
  writeLambda,
  writeOperator,
  writeTemplate,
  writeTyped
} from './writeNames';
import { writeAfter, writeBefore } from './writeTypes';

type Of<Kind extends Node['kind']> = Extract<Node, { readonly kind: Kind }>;
type WritersByKind = {
  readonly [Kind in Node['kind']]: (state: PrintState, node: Of<Kind>) => void;
};

/** The node as GNU tools write it. @throws NotMangled where it cannot be written. */
export function printNode(node: Node): string {
  const state = new PrintState({ before, after });
  state.print(node);
  return state.text;
}

const writeText = (state: PrintState, { text }: { readonly text: string }): void =>
  state.write(text);

const writeScoped = (state: PrintState, { scope, name }: Of<'scoped'> | Of<'local'>): void => {
  state.print(scope);
  state.write('::');
  state.print(name);
};

/** What is written before a declared name; for kinds without anything behind it, all. */
const BEFORE: WritersByKind = {
  text: writeText,
  standard: writeText,
  builtin: writeText,
  structor: writeText,
  scoped: writeScoped,
  local: writeScoped,
  typed: writeTyped,
  method: writeMethod,
  template: writeTemplate,
  tagged: writeTagged,
  operator: (state, { text }) => writeOperator(state, text),
  conversion: (state, { type }) => writeConversion(state, type),
  literalOperator: writeLiteralOperator,
  lambda: writeLambda,
  unnamed: (state, { number }) => state.write(`{unnamed type#${number}}`),
  defaultArgument: writeDefaultArgument,
  special: writeSpecial,
  parameter: writeParameter,
  pack: (state, { items }) => void state.list(items),
  expansion: (state, { pattern }) => writeExpansion(state, pattern),
  vector: writeVector,
  decltype: writeDecltype,
  pointer: writeBefore,
  reference: writeBefore,
  memberPointer: writeBefore,
  function: writeBefore,
  array: writeBefore,
  qualified: writeBefore,
  literal: writeExpression,
  functionParameter: writeExpression,
  list: writeExpression,
  braces: writeExpression,
  unary: writeExpression,
  postfix: writeExpression,
  cast: writeExpression,
  packSize: writeExpression,
  binary: writeExpression,
  fold: writeExpression,
  choice: writeExpression,
  new: writeExpression
};

function before(state: PrintState, node: Node): void {
  (BEFORE[node.kind] as (state: PrintState, node: Node) => void)(state, node);
}

function after(state: PrintState, node: Node): void {
  switch (node.kind) {
    case 'parameter':
      if (!state.inLambda) state.resolved(node, found => state.after(found));
      return;
    case 'pointer':
    case 'reference':
    case 'memberPointer':
    case 'function':
    case 'array':
    case 'qualified':
      return writeAfter(state, node);
    default:
      return;
  }
}

function writeParameter(state: PrintState, node: Of<'parameter'>): void {
  if (state.inLambda) return state.write(`auto:${node.index + 1}`);
  state.resolved(node, found => state.before(found));
}

function writeMethod(state: PrintState, { name, qualifiers }: Of<'method'>): void {
  state.print(name);
  state.write(qualifiers.map(text => ` ${text}`).join(''));
}

function writeTagged(state: PrintState, { name, tag }: Of<'tagged'>): void {
  state.print(name);
  state.write(`[abi:${tag}]`);
}

function writeLiteralOperator(state: PrintState, { name }: Of<'literalOperator'>): void {
  state.write('operator"" ');
  state.print(name);
}

function writeDefaultArgument(state: PrintState, node: Of<'defaultArgument'>): void {
  state.write(`{default arg#${node.number + 1}}::`);
  state.print(node.name);
}

function writeSpecial(state: PrintState, { parts }: Of<'special'>): void {
  for (const part of parts) {
    if (typeof part === 'string') state.write(part);
    else state.print(part);
  }
}

function writeVector(state: PrintState, { element, size }: Of<'vector'>): void {
  state.print(element);
  state.write(' __vector(');
  state.print(size);
  state.write(')');
}

function writeDecltype(state: PrintState, { expression }: Of<'decltype'>): void {
  state.write('decltype (');
  state.print(expression);
  state.write(')');
}
