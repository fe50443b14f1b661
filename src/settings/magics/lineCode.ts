import { MagicError } from '../parse/magicErrors';
import { STATEMENT } from './magicTable';
import type { MagicSpec } from '../table/optionTypes';
import { ParseContext } from '../parse/parseContext';
import { readLeadingOptions } from '../parse/readWords';
import { splitWords } from '../parse/splitWords';

/**
 * Where the code of a magic line begins, such as that of `%timeit -n 5 f()`; null for magics that
 * take none, and as long as only options stand there, or wrong ones.
 *
 * @param text What follows the name of the magic.
 * @param offset Where `text` begins in its cell.
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
