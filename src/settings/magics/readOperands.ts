import { quote } from '../parse/parseContext';
import { type Word, splitWords } from '../parse/splitWords';
import type { OptionsPatch } from '../table/profileOptions';
import type { MagicLine } from './magic';

/** The words of a line that are no options, and what its options change. */
export interface Operands {
  readonly operands: readonly string[];
  readonly patch: OptionsPatch;
}

/**
 * The options of a line and at most `limit` other words; null where it asks for help. A word too many is refused
 * with `hint`, the end of that sentence.
 *
 * @throws MagicError
 */
export function readOperands(
  { spec, magic, context, readers }: MagicLine,
  limit: number,
  hint: (operands: readonly Word[], extra: Word) => string = () => '.'
): Operands | null {
  const { words, unclosedQuote } = splitWords(magic.text, magic.textStart);
  const asksForHelp = words.some(({ text, quoted }) => !quoted && /^(--help|-h)$/.test(text));
  if (asksForHelp) return null;
  if (unclosedQuote !== null) {
    throw context.badValue('A quote is not closed.', { start: unclosedQuote, end: magic.end });
  }
  const { patch, operands, wantsHelp } = readers.parseOptions(spec, words, context);
  if (wantsHelp) return null;
  if (operands.length > limit) {
    const extra = operands[limit];
    const end = hint(operands, extra);
    throw context.badValue(`Unexpected word ${quote(extra.text)}${end}`, extra);
  }
  return { operands: operands.map(({ text }) => text), patch };
}
