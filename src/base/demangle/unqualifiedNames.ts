import type { Node } from './nodes';
import { OPERATORS } from './operators';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';
import { sourceName, withTags } from './sourceNames';

/** A name without its scopes: of something declared, an operator, a constructor, a lambda …. */
export function unqualifiedName(state: ParseState): Node {
  return withTags(state, untaggedName(state));
}

function untaggedName(state: ParseState): Node {
  const { peek } = state;
  if (/\d/.test(peek)) return sourceName(state);
  if (/[a-z]/.test(peek)) return operatorName(state);
  if (peek === 'D' && state.peekNext === 'C') return structuredBinding(state);
  if (peek === 'C' || peek === 'D') return structor(state);
  if (state.accept('L')) return internalName(state);
  if (state.accept('Ul')) return lambda(state);
  if (state.accept('Ut')) return state.remember({ kind: 'unnamed', number: numberFromOne(state) });
  throw new NotMangled();
}

function internalName(state: ParseState): Node {
  const node = sourceName(state);
  skipDiscriminator(state);
  return node;
}

function lambda(state: ParseState): Node {
  const parameters = state.rules.parameters(state);
  state.expect('E');
  return { kind: 'lambda', parameters, number: numberFromOne(state) };
}

/** `_` is the first one, `0_` the second. */
function numberFromOne(state: ParseState): number {
  return state.compactNumber() + 1;
}

function structuredBinding(state: ParseState): Node {
  state.expect('DC');
  const items: Node[] = [];
  while (!state.accept('E')) items.push(sourceName(state));
  return { kind: 'special', parts: ['[', { kind: 'list', items }, ']'] };
}

function operatorName(state: ParseState): Node {
  state.accept('on');
  if (state.accept('cv')) return conversion(state);
  if (state.accept('li')) return { kind: 'literalOperator', name: sourceName(state) };
  const operator = OPERATORS.get(state.text.slice(state.at, state.at + 2));
  if (operator === undefined) throw new NotMangled();
  state.at += 2;
  return operator.node;
}

function conversion(state: ParseState): Node {
  const before = state.inConversion;
  state.inConversion = true;
  const type = state.rules.type(state);
  state.inConversion = before;
  return { kind: 'conversion', type };
}

/** `C1`, `D0` …: a constructor or destructor is called like the class around it. */
export function structor(state: ParseState): Node {
  const isConstructor = state.next() === 'C';
  const inherits = isConstructor && state.accept('I');
  if (!(isConstructor ? '12345' : '01245').includes(state.peek)) throw new NotMangled();
  state.next();
  const owner = state.lastName;
  if (inherits) state.rules.type(state);
  state.lastName = owner;
  return { kind: 'structor', text: isConstructor ? owner : `~${owner}` };
}

/** Skips the number of one of several local names that are alike. */
export function skipDiscriminator(state: ParseState): void {
  state.match(/__\d+_|_\d/y);
}
