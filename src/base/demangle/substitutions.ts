import type { Node } from './nodes';
import type { ParseState } from './parseState';
import { NotMangled } from './parseState';
import { withTags } from './sourceNames';

interface Abbreviation {
  readonly short: string;
  /** As it is written before a constructor. */
  readonly full: string;
  readonly last: string;
}

const streamOf = (short: string): Abbreviation => ({
  short: `std::${short}`,
  full: `std::basic_${short}<char, std::char_traits<char> >`,
  last: `basic_${short}`
});

const ABBREVIATIONS: ReadonlyMap<string, Abbreviation> = new Map([
  ['t', { short: 'std', full: 'std', last: '' }],
  ['a', { short: 'std::allocator', full: 'std::allocator', last: 'allocator' }],
  ['b', { short: 'std::basic_string', full: 'std::basic_string', last: 'basic_string' }],
  [
    's',
    {
      short: 'std::string',
      full: 'std::basic_string<char, std::char_traits<char>, std::allocator<char> >',
      last: 'basic_string'
    }
  ],
  ['i', streamOf('istream')],
  ['o', streamOf('ostream')],
  ['d', streamOf('iostream')]
]);

/** `S_`, `S0_` …: what was read before. Or an abbreviation of the standard library: `Sa`, `St` …. */
export function substitution(state: ParseState, place: 'prefix' | 'type'): Node {
  state.expect('S');
  if (state.peek === '_' || /[0-9A-Z]/.test(state.peek)) return earlierNode(state);
  const found = ABBREVIATIONS.get(state.next());
  if (found === undefined) throw new NotMangled();
  if (found.last !== '') state.lastName = found.last;
  const isConstructed = place === 'prefix' && /[CD]/.test(state.peek);
  const node: Node = { kind: 'standard', text: isConstructed ? found.full : found.short };
  return state.peek === 'B' ? state.remember(withTags(state, node)) : node;
}

function earlierNode(state: ParseState): Node {
  const digits = state.match(/[0-9A-Z]*/y);
  state.expect('_');
  const index = digits === '' ? 0 : parseInt(digits, 36) + 1;
  const found = state.substitutions.at(index);
  if (found === undefined) throw new NotMangled();
  return found;
}
