import type { Node } from './nodes';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';

/** A length and as many characters; what a constructor here would be called from now on. */
export function sourceName(state: ParseState): Node {
  const text = identifier(state);
  const isAnonymous = /^_GLOBAL_[._$]N/.test(text);
  state.lastName = isAnonymous ? '(anonymous namespace)' : text;
  return { kind: 'text', text: state.lastName };
}

/** `node` with the ABI tags that follow, as in `string[abi:cxx11]`. */
export function withTags(state: ParseState, node: Node): Node {
  const before = state.lastName;
  let tagged = node;
  while (state.accept('B')) {
    tagged = { kind: 'tagged', name: tagged, tag: identifier(state) };
  }
  state.lastName = before;
  return tagged;
}

function identifier(state: ParseState): string {
  const length = state.number();
  const text = state.text.slice(state.at, state.at + length);
  if (length === 0 || text.length < length) throw new NotMangled();
  state.at += length;
  return text;
}
