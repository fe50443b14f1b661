import { bareFunction } from './functionTypes';
import type { Node } from './nodes';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';

/** What a mangled name stands for: a function with its type, a variable, a table of the compiler. */
export function encoding(state: ParseState, place: 'outermost' | 'inner'): Node {
  return state.nested(() => {
    if (state.peek === 'T' || state.peek === 'G') return specialName(state);
    const name = state.rules.name(state);
    if (state.peek === '' || state.peek === 'E') return name;
    const returns = hasReturnType(name) ? state.rules.type(state) : null;
    const isHidden = place === 'inner' && name.kind === 'local';
    return { kind: 'typed', name, type: bareFunction(state, isHidden ? null : returns) };
  });
}

function hasReturnType(name: Node): boolean {
  if (name.kind === 'local' || name.kind === 'method') return hasReturnType(name.name);
  return name.kind === 'template' && !isUntyped(name.name);
}

/** Constructors, destructors and conversions have no return type even as templates. */
function isUntyped(name: Node): boolean {
  if (name.kind === 'structor' || name.kind === 'conversion') return true;
  const isAround = name.kind === 'scoped' || name.kind === 'local' || name.kind === 'tagged';
  return isAround && isUntyped(name.name);
}

const OF_TYPES: Readonly<Record<string, string>> = {
  V: 'vtable for ',
  T: 'VTT for ',
  I: 'typeinfo for ',
  S: 'typeinfo name for ',
  F: 'typeinfo fn for ',
  J: 'java Class for '
};
const OF_NAMES: Readonly<Record<string, string>> = {
  H: 'TLS init function for ',
  W: 'TLS wrapper function for '
};
const OF_VARIABLES: Readonly<Record<string, string>> = {
  V: 'guard variable for ',
  A: 'hidden alias for '
};

function specialName(state: ParseState): Node {
  return state.next() === 'T' ? typeSpecial(state) : variableSpecial(state, state.next());
}

function typeSpecial(state: ParseState): Node {
  const code = state.next();
  if (code in OF_TYPES) return special(OF_TYPES[code], state.rules.type(state));
  if (code in OF_NAMES) return special(OF_NAMES[code], state.rules.name(state));
  if (code === 'A') return special('template parameter object for ', templateObject(state));
  if (code === 'C') return constructionTable(state);
  return thunk(state, code);
}

function special(...parts: readonly (string | Node)[]): Node {
  return { kind: 'special', parts };
}

function templateObject(state: ParseState): Node {
  if (state.peek === 'L') return state.rules.primary(state);
  state.expect('X');
  const node = state.rules.expression(state);
  state.expect('E');
  return node;
}

function constructionTable(state: ParseState): Node {
  const derived = state.rules.type(state);
  state.number();
  state.expect('_');
  return special('construction vtable for ', state.rules.type(state), '-in-', derived);
}

function thunk(state: ParseState, code: string): Node {
  if (code === 'c') {
    skipOffset(state, state.next());
    skipOffset(state, state.next());
    return special('covariant return thunk to ', encoding(state, 'inner'));
  }
  skipOffset(state, code);
  const text = code === 'h' ? 'non-virtual thunk to ' : 'virtual thunk to ';
  return special(text, encoding(state, 'inner'));
}

function skipOffset(state: ParseState, code: string): void {
  const found = state.match(code === 'h' ? /n?\d+_/y : /n?\d+_n?\d+_/y);
  if (found === '' || !/[hv]/.test(code)) throw new NotMangled();
}

function variableSpecial(state: ParseState, code: string): Node {
  if (code in OF_VARIABLES) {
    const node = code === 'A' ? encoding(state, 'inner') : state.rules.name(state);
    return special(OF_VARIABLES[code], node);
  }
  if (code === 'R') return temporary(state);
  if (code !== 'T') throw new NotMangled();
  const text = state.next() === 'n' ? 'non-transaction clone for ' : 'transaction clone for ';
  return special(text, encoding(state, 'inner'));
}

function temporary(state: ParseState): Node {
  const name = state.rules.name(state);
  const digits = state.match(/\d*/y);
  state.accept('_');
  return special(`reference temporary #${digits || '0'} for `, name);
}
