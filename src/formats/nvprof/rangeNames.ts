import type { ArgValue } from '../../model/build/profileBuilder';
import { INPUT_SHAPES_ARG, SEQUENCE_ARG, STASHED_SEQUENCE_ARG } from '../../model/profile/argKeys';

/** A range without the facts that PyTorch adds to its name. */
export interface NamedRange {
  readonly name: string;
  readonly args: Readonly<Record<string, ArgValue>>;
}

/** The first fact behind a name: `, seq = 3` or `, op_id = 12`. */
const FIRST_FACT = /, (?:stashed seq|seq|op_id) = \d+(?=,|$)/;

/** One fact, whose value is a number or a list in brackets. */
const FACT = /, (seq|stashed seq|op_id|sizes|input_op_ids) = (\d+|\[[^=]*\])(?=, [a-z_]|$)/gy;

/** Keys of facts in a profile; others keep the names that PyTorch has for them. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['seq', SEQUENCE_ARG],
  ['stashed seq', STASHED_SEQUENCE_ARG],
  ['sizes', INPUT_SHAPES_ARG]
]);

const NO_ARGS = {};

/**
 * A range of PyTorch, such as `aten::add, seq = 3, op_id = 12, sizes = [[2, 3]]`, by the name of its operator, with
 * what follows as arguments, so that all calls of an operator are one row. Other names stay as they are.
 */
export function namedRange(text: string): NamedRange {
  const first = FIRST_FACT.exec(text);
  if (first === null || first.index === 0) return { name: text, args: NO_ARGS };
  const args: Record<string, ArgValue> = {};
  let read = first.index;
  FACT.lastIndex = read;
  for (let fact = FACT.exec(text); fact !== null; fact = FACT.exec(text)) {
    const [, key, value] = fact;
    args[KEYS.get(key) ?? key] = valueOf(key, value);
    read = FACT.lastIndex;
  }
  return read === text.length
    ? { name: text.slice(0, first.index), args }
    : { name: text, args: NO_ARGS };
}

function valueOf(key: string, value: string): ArgValue {
  if (!value.startsWith('[')) return Number(value);
  return key === 'sizes' ? value.replaceAll(' ', '') : value;
}
