import type { BuiltinNode, LiteralStyle } from './nodes';

const CAST: LiteralStyle = { form: 'cast' };
const BITS: LiteralStyle = { form: 'bits' };
const suffix = (text: string): LiteralStyle => ({ form: 'suffix', suffix: text });

function builtin(text: string, literal: LiteralStyle = CAST): BuiltinNode {
  return { kind: 'builtin', text, literal };
}

/** `void`, which alone as a parameter means that there are none. */
export const VOID = builtin('void');

/** Built-in types by their letter. */
export const BUILTIN_TYPES: ReadonlyMap<string, BuiltinNode> = new Map([
  ['a', builtin('signed char')],
  ['b', builtin('bool', { form: 'boolean' })],
  ['c', builtin('char')],
  ['d', builtin('double', BITS)],
  ['e', builtin('long double', BITS)],
  ['f', builtin('float', BITS)],
  ['g', builtin('__float128', BITS)],
  ['h', builtin('unsigned char')],
  ['i', builtin('int', suffix(''))],
  ['j', builtin('unsigned int', suffix('u'))],
  ['l', builtin('long', suffix('l'))],
  ['m', builtin('unsigned long', suffix('ul'))],
  ['n', builtin('__int128')],
  ['o', builtin('unsigned __int128')],
  ['s', builtin('short')],
  ['t', builtin('unsigned short')],
  ['v', VOID],
  ['w', builtin('wchar_t')],
  ['x', builtin('long long', suffix('ll'))],
  ['y', builtin('unsigned long long', suffix('ull'))],
  ['z', builtin('...')]
]);

/** Built-in types whose code is `D` and a letter. */
export const LATER_TYPES: ReadonlyMap<string, BuiltinNode> = new Map([
  ['a', builtin('auto')],
  ['c', builtin('decltype(auto)')],
  ['d', builtin('decimal64')],
  ['e', builtin('decimal128')],
  ['f', builtin('decimal32')],
  ['h', builtin('half', BITS)],
  ['i', builtin('char32_t')],
  ['n', builtin('decltype(nullptr)')],
  ['s', builtin('char16_t')],
  ['u', builtin('char8_t')]
]);

/** A built-in type that is not in the tables, such as `_Float16`. */
export function namedBuiltin(text: string): BuiltinNode {
  return builtin(text);
}
