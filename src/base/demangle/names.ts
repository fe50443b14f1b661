import type { Node } from './nodes';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';
import { sourceName } from './sourceNames';
import { substitution } from './substitutions';
import { skipDiscriminator } from './unqualifiedNames';

const STD: Node = { kind: 'standard', text: 'std' };

/** A name in any of its forms: nested in scopes, local to a function, in `std`, or bare. */
export function name(state: ParseState): Node {
  return state.nested(() => {
    if (state.peek === 'N') return nestedName(state);
    if (state.peek === 'Z') return localName(state);
    if (state.peek !== 'S') return templated(state, state.rules.unqualifiedName(state), 'new');
    if (state.peekNext !== 't') return templated(state, substitution(state, 'type'), 'known');
    state.expect('St');
    const scoped: Node = { kind: 'scoped', scope: STD, name: state.rules.unqualifiedName(state) };
    return templated(state, scoped, 'new');
  });
}

function templated(state: ParseState, node: Node, age: 'new' | 'known'): Node {
  if (state.peek !== 'I') return node;
  if (age === 'new') state.remember(node);
  return { kind: 'template', name: node, args: state.rules.templateArgs(state) };
}

function nestedName(state: ParseState): Node {
  state.expect('N');
  const qualifiers = methodQualifiers(state);
  const nested = prefix(state);
  state.expect('E');
  return qualifiers.length === 0 ? nested : { kind: 'method', name: nested, qualifiers };
}

function methodQualifiers(state: ParseState): string[] {
  const texts: string[] = [];
  for (const code of state.match(/r?V?K?/y)) texts.unshift(QUALIFIER_TEXTS[code]);
  if (state.accept('R')) texts.push('&');
  else if (state.accept('O')) texts.push('&&');
  return texts;
}

const QUALIFIER_TEXTS: Readonly<Record<string, string>> = {
  r: 'restrict',
  V: 'volatile',
  K: 'const'
};

function prefix(state: ParseState): Node {
  let scope: Node | null = null;
  while (state.peek !== 'E') {
    if (scope !== null && state.accept('M')) continue;
    const isSubstitution = state.peek === 'S';
    const extended: Node = extend(state, scope);
    scope = extended;
    if (!isSubstitution && state.peek !== 'E') state.remember(extended);
  }
  if (scope === null) throw new NotMangled();
  return scope;
}

function extend(state: ParseState, scope: Node | null): Node {
  if (state.peek === 'I') {
    if (scope === null) throw new NotMangled();
    return { kind: 'template', name: scope, args: state.rules.templateArgs(state) };
  }
  const part = prefixPart(state);
  return scope === null ? part : { kind: 'scoped', scope, name: part };
}

function prefixPart(state: ParseState): Node {
  if (state.peek === 'S') return substitution(state, 'prefix');
  if (state.peek === 'T') return state.rules.templateParameter(state);
  if (state.peek === 'D' && /[Tt]/.test(state.peekNext)) return state.rules.type(state);
  return state.rules.unqualifiedName(state);
}

function localName(state: ParseState): Node {
  state.expect('Z');
  const scope = withoutReturnType(state.rules.encoding(state, 'inner'));
  state.expect('E');
  if (state.accept('s')) {
    skipDiscriminator(state);
    return { kind: 'local', scope, name: { kind: 'text', text: 'string literal' } };
  }
  const argument = state.accept('d') ? state.compactNumber() : -1;
  const entity = name(state);
  if (entity.kind !== 'lambda' && entity.kind !== 'unnamed') skipDiscriminator(state);
  if (argument < 0) return { kind: 'local', scope, name: entity };
  const named: Node = { kind: 'defaultArgument', number: argument, name: entity };
  return { kind: 'local', scope, name: named };
}

/** The function around a local name is written without the type that it returns. */
function withoutReturnType(node: Node): Node {
  if (node.kind !== 'typed') return node;
  return { ...node, type: { ...node.type, returns: null } };
}

/** The target of `using` in a nested name: a name with its template arguments. */
export function unresolvedName(state: ParseState): Node {
  const isOperator = state.accept('on');
  const node = isOperator ? state.rules.unqualifiedName(state) : bareName(state);
  if (state.peek !== 'I') return node;
  return { kind: 'template', name: node, args: state.rules.templateArgs(state) };
}

function bareName(state: ParseState): Node {
  return /\d/.test(state.peek) ? sourceName(state) : state.rules.unqualifiedName(state);
}
