import type { Node } from './nodes';
import type { Operator } from './operators';
import { OPERATORS } from './operators';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';
import { unresolvedName } from './names';

/** An expression, as template arguments and `decltype` have them. */
export function expression(state: ParseState): Node {
  return state.nested(() => {
    if (state.peek === 'L') return primary(state);
    if (state.peek === 'T') return state.rules.templateParameter(state);
    if (/\d/.test(state.peek) || (state.peek === 'o' && state.peekNext === 'n')) {
      return unresolvedName(state);
    }
    return specialForm(state) ?? operation(state);
  });
}

function specialForm(state: ParseState): Node | null {
  if (state.accept('sr')) return scopedName(state);
  if (state.accept('sp')) return { kind: 'expansion', pattern: expression(state) };
  if (/^f[pL]/.test(state.peek + state.peekNext)) return functionParameter(state);
  if (state.accept('il')) return { kind: 'braces', type: null, items: until(state, 'E') };
  if (state.accept('tl')) {
    return { kind: 'braces', type: state.rules.type(state), items: until(state, 'E') };
  }
  if (state.accept('cv')) return cast(state);
  return /^f[lrLR]/.test(state.peek + state.peekNext) ? fold(state) : null;
}

function scopedName(state: ParseState): Node {
  const scope = scopeLevels(state) ?? state.rules.type(state);
  const name = state.rules.unqualifiedName(state);
  const scoped: Node = { kind: 'scoped', scope, name };
  if (state.peek !== 'I') return scoped;
  return { kind: 'template', name: scoped, args: state.rules.templateArgs(state) };
}

/** Names of scopes up to an `E`; null, with nothing read, where a type stands instead. */
function scopeLevels(state: ParseState): Node | null {
  const { at } = state;
  const known = state.substitutions.length;
  let scope: Node | null = null;
  while (/\d/.test(state.peek)) {
    const name = unresolvedName(state);
    scope = scope === null ? name : { kind: 'scoped', scope, name };
  }
  if (scope !== null && state.accept('E')) return scope;
  state.at = at;
  state.substitutions.length = known;
  return null;
}

function functionParameter(state: ParseState): Node {
  state.next();
  if (state.next() === 'L') {
    state.number();
    state.expect('p');
  } else if (state.accept('T')) {
    return { kind: 'functionParameter', index: 0 };
  }
  state.match(/r?V?K?/y);
  return { kind: 'functionParameter', index: state.compactNumber() + 1 };
}

function cast(state: ParseState): Node {
  const type = state.rules.type(state);
  const operand: Node = state.accept('_')
    ? { kind: 'list', items: until(state, 'E') }
    : expression(state);
  return { kind: 'cast', type, operand };
}

function fold(state: ParseState): Node {
  state.next();
  const form = state.next();
  const operator = operatorHere(state).node;
  const left = expression(state);
  const right = /[LR]/.test(form) ? expression(state) : null;
  return { kind: 'fold', operator, form, left, right };
}

function operatorHere(state: ParseState): Operator {
  const found = OPERATORS.get(state.text.slice(state.at, state.at + 2));
  if (found === undefined) throw new NotMangled();
  state.at += 2;
  return found;
}

function operation(state: ParseState): Node {
  const { node: operator, operands } = operatorHere(state);
  switch (operands) {
    case 'none':
      return operator;
    case 'one':
      return unary(state, operator);
    case 'type':
      return { kind: 'unary', operator, operand: state.rules.type(state) };
    case 'typeAndOne': {
      const left = state.rules.type(state);
      return { kind: 'binary', operator, left, right: expression(state) };
    }
    case 'two':
      return binary(state, operator);
    case 'three': {
      const condition = expression(state);
      const chosen = expression(state);
      return { kind: 'choice', condition, chosen, otherwise: expression(state) };
    }
    case 'new':
      return creation(state, operator);
  }
}

type OperatorNode = Operator['node'];

function unary(state: ParseState, operator: OperatorNode): Node {
  const { code } = operator;
  if (code === 'sP') {
    const operand: Node = { kind: 'pack', items: until(state, 'E', anyType) };
    return { kind: 'packSize', operand };
  }
  if (code === 'sZ') return { kind: 'packSize', operand: expression(state) };
  const isPrefix = /^(pp|mm)$/.test(code) && state.accept('_');
  const operand = expression(state);
  const isPostfix = /^(pp|mm)$/.test(code) && !isPrefix;
  return { kind: isPostfix ? 'postfix' : 'unary', operator, operand };
}

function binary(state: ParseState, operator: OperatorNode): Node {
  const left = expression(state);
  if (operator.code === 'cl') {
    return { kind: 'binary', operator, left, right: { kind: 'list', items: until(state, 'E') } };
  }
  const isMember = operator.code === 'dt' || operator.code === 'pt';
  const right = isMember ? memberName(state) : expression(state);
  return { kind: 'binary', operator, left, right };
}

function memberName(state: ParseState): Node {
  return state.accept('sr') ? scopedName(state) : unresolvedName(state);
}

function creation(state: ParseState, operator: OperatorNode): Node {
  const placement = until(state, '_');
  const type = state.rules.type(state);
  if (state.accept('E')) return { kind: 'new', operator, placement, type, initializer: null };
  const isList = state.accept('pi');
  const initializer: Node = isList ? { kind: 'list', items: until(state, 'E') } : expression(state);
  return { kind: 'new', operator, placement, type, initializer };
}

const anyType = (state: ParseState): Node => state.rules.type(state);

function until(state: ParseState, end: string, rule = expression): Node[] {
  const items: Node[] = [];
  while (!state.accept(end)) items.push(rule(state));
  return items;
}

/** A literal or the name of something declared, between `L` and `E`. */
export function primary(state: ParseState): Node {
  state.expect('L');
  const node = state.peek === '_' || state.peek === 'Z' ? declared(state) : literal(state);
  state.expect('E');
  return node;
}

function declared(state: ParseState): Node {
  state.accept('_');
  state.expect('Z');
  return state.rules.encoding(state, 'inner');
}

function literal(state: ParseState): Node {
  const type = state.rules.type(state);
  if (type.kind === 'builtin' && type.text === 'decltype(nullptr)' && state.peek === 'E') {
    return type;
  }
  const sign = state.accept('n') ? '-' : '';
  return { kind: 'literal', type, value: sign + state.match(/[^E]*/y) };
}
