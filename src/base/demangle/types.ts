import { BUILTIN_TYPES, LATER_TYPES, namedBuiltin } from './builtinTypes';
import { functionType, typeQualifiers } from './functionTypes';
import type { Node } from './nodes';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';
import { sourceName } from './sourceNames';
import { substitution } from './substitutions';

/** A type; every one that is not built in can be referred to later. */
export function type(state: ParseState): Node {
  return state.nested(() => {
    const builtin = BUILTIN_TYPES.get(state.peek);
    if (builtin !== undefined) {
      state.next();
      return builtin;
    }
    if (state.peek === 'S') return fromSubstitution(state);
    if (state.peek === 'D') return laterType(state);
    return state.remember(compoundType(state));
  });
}

function compoundType(state: ParseState): Node {
  const qualifiers = typeQualifiers(state);
  if (qualifiers.length > 0) {
    if (state.peek === 'F') return functionType(state, qualifiers);
    const inner = type(state);
    return qualifiers.reduce<Node>(
      (node, qualifier) => ({ kind: 'qualified', type: node, qualifier }),
      inner
    );
  }
  if (/[\dNZ]/.test(state.peek)) return state.rules.name(state);
  if (state.peek === 'U' && /[lt]/.test(state.peekNext)) return state.rules.name(state);
  if (state.peek === 'F') return functionType(state, []);
  if (state.peek === 'T') return parameterType(state);
  return derivedType(state, state.next());
}

function derivedType(state: ParseState, code: string): Node {
  switch (code) {
    case 'P':
      return { kind: 'pointer', type: type(state), sign: '*' };
    case 'R':
      return { kind: 'reference', type: type(state), sign: '&' };
    case 'O':
      return { kind: 'reference', type: type(state), sign: '&&' };
    case 'C':
      return { kind: 'qualified', type: type(state), qualifier: '_Complex' };
    case 'G':
      return { kind: 'qualified', type: type(state), qualifier: '_Imaginary' };
    case 'A':
      return arrayType(state);
    case 'M':
      return { kind: 'memberPointer', owner: type(state), type: type(state) };
    case 'u':
      return templatedSource(state);
    case 'U':
      return vendorQualified(state);
    default:
      throw new NotMangled();
  }
}

function templatedSource(state: ParseState): Node {
  const name = sourceName(state);
  if (state.peek !== 'I') return name;
  return { kind: 'template', name, args: state.rules.templateArgs(state) };
}

function vendorQualified(state: ParseState): Node {
  const expression = templatedSource(state);
  return { kind: 'qualified', type: type(state), qualifier: { before: '', expression } };
}

function arrayType(state: ParseState): Node {
  const size = arraySize(state);
  state.expect('_');
  return { kind: 'array', size, element: type(state) };
}

function arraySize(state: ParseState): Node | null {
  if (state.peek === '_') return null;
  const digits = state.match(/\d+/y);
  return digits === '' ? state.rules.expression(state) : { kind: 'text', text: digits };
}

function parameterType(state: ParseState): Node {
  const parameter = state.rules.templateParameter(state);
  if (state.peek !== 'I') return parameter;
  if (state.inConversion && !isTemplateTemplate(state)) return parameter;
  state.remember(parameter);
  return { kind: 'template', name: parameter, args: state.rules.templateArgs(state) };
}

/** In `cvT_IiEE…` the arguments are the operator's, unless others follow them. */
function isTemplateTemplate(state: ParseState): boolean {
  const { at, lastName } = state;
  const known = state.substitutions.length;
  state.rules.templateArgs(state);
  const isFollowed = state.peek === 'I';
  state.at = at;
  state.lastName = lastName;
  state.substitutions.length = known;
  return isFollowed;
}

function fromSubstitution(state: ParseState): Node {
  if (!/[\dA-Z_]/.test(state.peekNext)) return standardType(state);
  const node = substitution(state, 'type');
  if (state.peek !== 'I') return node;
  return state.remember({ kind: 'template', name: node, args: state.rules.templateArgs(state) });
}

function standardType(state: ParseState): Node {
  const node = state.rules.name(state);
  return node.kind === 'standard' || node.kind === 'tagged' ? node : state.remember(node);
}

function laterType(state: ParseState): Node {
  if (/[oOwx]/.test(state.peekNext)) return state.remember(compoundType(state));
  state.expect('D');
  const code = state.next();
  const builtin = LATER_TYPES.get(code);
  if (builtin !== undefined) return builtin;
  if (code === 'F') return floatType(state);
  if (code === 'B' || code === 'U') return bitIntType(state, code);
  return state.remember(laterCompound(state, code));
}

function laterCompound(state: ParseState, code: string): Node {
  switch (code) {
    case 'T':
    case 't': {
      const expression = state.rules.expression(state);
      state.expect('E');
      return { kind: 'decltype', expression };
    }
    case 'p':
      return { kind: 'expansion', pattern: type(state) };
    case 'v':
      return vectorType(state);
    default:
      throw new NotMangled();
  }
}

function vectorType(state: ParseState): Node {
  const digits = state.match(/\d+/y);
  const isExpression = digits === '' && state.accept('_');
  if (digits === '' && !isExpression) throw new NotMangled();
  const size: Node = isExpression ? state.rules.expression(state) : { kind: 'text', text: digits };
  state.expect('_');
  return { kind: 'vector', size, element: type(state) };
}

function floatType(state: ParseState): Node {
  const bits = state.number();
  if (state.accept('b')) return namedBuiltin('std::bfloat16_t');
  if (state.accept('x')) return namedBuiltin(`_Float${bits}x`);
  state.expect('_');
  return namedBuiltin(`_Float${bits}`);
}

function bitIntType(state: ParseState, code: 'B' | 'U'): Node {
  const bits = state.number();
  state.expect('_');
  return namedBuiltin(`${code === 'U' ? 'unsigned ' : ''}_BitInt(${bits})`);
}

/** `T_`, `T0_` …: a parameter of the template around it. */
export function templateParameter(state: ParseState): Node {
  state.expect('T');
  return { kind: 'parameter', index: state.compactNumber() };
}

/** Arguments between `I` or `J` and `E`. */
export function templateArgs(state: ParseState): Node[] {
  const { lastName } = state;
  if (!state.accept('J')) state.expect('I');
  const args: Node[] = [];
  while (!state.accept('E')) args.push(templateArg(state));
  state.lastName = lastName;
  return args;
}

function templateArg(state: ParseState): Node {
  if (state.peek === 'L') return state.rules.primary(state);
  if (state.peek === 'I' || state.peek === 'J') {
    return { kind: 'pack', items: state.nested(() => templateArgs(state)) };
  }
  if (!state.accept('X')) return type(state);
  const expression = state.rules.expression(state);
  state.expect('E');
  return expression;
}
