import type { FunctionNode, Node, Qualifier } from './nodes';
import { VOID } from './builtinTypes';
import type { ParseState } from './parseState';

/** `const`, `noexcept` and the like before a type, innermost first. */
export function typeQualifiers(state: ParseState): Qualifier[] {
  const found: Qualifier[] = [];
  for (let one = qualifier(state); one !== null; one = qualifier(state)) found.unshift(one);
  return found;
}

function qualifier(state: ParseState): Qualifier | null {
  if (state.accept('r')) return 'restrict';
  if (state.accept('V')) return 'volatile';
  if (state.accept('K')) return 'const';
  if (state.accept('Dx')) return 'transaction_safe';
  if (state.accept('Do')) return 'noexcept';
  if (state.accept('DO')) {
    const expression = state.rules.expression(state);
    state.expect('E');
    return { before: 'noexcept', expression };
  }
  if (!state.accept('Dw')) return null;
  const items = state.rules.parameters(state);
  state.expect('E');
  return { before: 'throw', expression: { kind: 'list', items } };
}

/** `F`, the types of the result and the parameters, and `E`. */
export function functionType(state: ParseState, qualifiers: readonly Qualifier[]): FunctionNode {
  state.expect('F');
  state.accept('Y');
  const returns = state.rules.type(state);
  const bare = bareFunction(state, returns);
  const reference = state.accept('R') ? ['&'] : state.accept('O') ? ['&&'] : [];
  state.expect('E');
  return { ...bare, qualifiers: [...qualifiers, ...reference] };
}

/** Parameters up to the end of the name or an `E`. */
export function bareFunction(state: ParseState, returns: Node | null): FunctionNode {
  return { kind: 'function', returns, parameters: parameters(state), qualifiers: [] };
}

/** Types of parameters; `void` alone means that there are none. */
export function parameters(state: ParseState): Node[] {
  const types: Node[] = [];
  do types.push(state.rules.type(state));
  while (!endsParameters(state));
  return types.length === 1 && types[0] === VOID ? [] : types;
}

function endsParameters(state: ParseState): boolean {
  if (state.peek === '' || state.peek === 'E' || state.peek === '.') return true;
  return /[RO]/.test(state.peek) && state.peekNext === 'E';
}
