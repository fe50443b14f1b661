import { encoding } from './encodings';
import { expression, primary } from './expressions';
import { parameters } from './functionTypes';
import { name } from './names';
import type { Node } from './nodes';
import { NotMangled, ParseState } from './parseState';
import type { Rules } from './parseState';
import { printNode } from './printNode';
import { templateArgs, templateParameter, type } from './types';
import { unqualifiedName } from './unqualifiedNames';

/** Names longer than this stay as they are. */
const MAX_MANGLED_LENGTH = 32_000;

const RULES: Rules = {
  encoding,
  name,
  unqualifiedName,
  type,
  parameters,
  templateArgs,
  templateParameter,
  expression,
  primary
};

/** `_Z…`, on macOS with one underscore more. */
const MANGLED = /^_?_Z/;
/** A type as `typeid(T).name()` gives it: nested, in `std`, or a template; bare names are names. */
const MANGLED_TYPE = /^(S[tabsiod]\d|(?=.*E$)(N|\d+[A-Za-z_]\w*I))/;

/**
 * The C++ name that `mangled` stands for, as GNU's `c++filt` writes it: `_Z6kernelPf` is
 * `kernel(float*)`, and the type `N5torch8autograd9GraphRootE` is `torch::autograd::GraphRoot`. What is
 * no mangled name by the Itanium C++ ABI, or a monstrous one, is returned as it is.
 */
export function demangle(mangled: string): string {
  if (mangled.length > MAX_MANGLED_LENGTH) return mangled;
  try {
    if (MANGLED.test(mangled)) return demangled(mangled.replace(MANGLED, ''), functionOrVariable);
    return MANGLED_TYPE.test(mangled) ? demangled(mangled, type) : mangled;
  } catch (error) {
    if (error instanceof NotMangled) return mangled;
    throw error;
  }
}

function demangled(text: string, rule: (state: ParseState) => Node): string {
  const state = new ParseState(text, RULES);
  const node = rule(state);
  if (state.at !== text.length) throw new NotMangled();
  return printNode(node);
}

/** A name with what the compiler appended to those of the copies that it made. */
function functionOrVariable(state: ParseState): Node {
  const node = encoding(state, 'outermost');
  const parts: (string | Node)[] = [node];
  while (state.peek === '.') {
    const suffix = state.match(/\.[a-z_][a-z\d_]*(\.\d+)*|(\.\d+)+/y);
    if (suffix === '') throw new NotMangled();
    parts.push(` [clone ${suffix}]`);
  }
  return parts.length === 1 ? node : { kind: 'special', parts };
}
