import { MagicError } from '../parse/magicErrors';
import type { MagicSpec } from '../table/optionTypes';
import { ParseContext } from '../parse/parseContext';
import { readLeadingOptions } from '../parse/readWords';
import { splitWords } from '../parse/splitWords';

/** The operand in the help of magics that take code on their line. */
export const STATEMENT = 'STATEMENT';

/**
 * The start of the code of a magic line, such as that of `%timeit -n 5 f()`; null for magics without
 * code, and as long as there are only options, or wrong ones.
 *
 * @param text The text after the name of the magic.
 * @param offset The start of `text` in its cell.
 */
export function codeStart(spec: MagicSpec, text: string, offset: number): number | null {
  if (spec.operands !== STATEMENT) return null;
  const { words } = splitWords(text, offset);
  try {
    const { operands } = readLeadingOptions(spec, words, new ParseContext(spec));
    return operands[0]?.start ?? null;
  } catch (error) {
    if (error instanceof MagicError) return null;
    throw error;
  }
}
