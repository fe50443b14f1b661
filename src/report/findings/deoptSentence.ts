import type { Translator } from '../../base/translator';
import type { FindingOf } from '../../model/output/findings';
import { deoptMeaning } from '../text/deoptReason';
import type { FindingFormats, SentencePart } from '../../facts/shared/sentenceParts';

/** Writes the parts of a sentence. */
export interface DeoptWords {
  readonly trans: Translator;
  readonly formats: FindingFormats;
  fill(text: string, ...values: readonly SentencePart[]): SentencePart[];
  place(file: string, line: number): string;
  called(name: string): SentencePart;
}

/** The sentence about repeated deoptimizations. */
export function deoptSentence(
  { facts }: FindingOf<'deopts'>,
  words: DeoptWords
): readonly SentencePart[] {
  const { function: name, file, line, reason, count } = facts;
  const { trans, formats } = words;
  const meaning = deoptMeaning(reason, trans);
  return [
    ...words.fill(
      trans.__('V8 gave up optimized code of %1 %2 times at %3, for the reason %4'),
      words.called(name),
      formats.count(count),
      words.place(file, line),
      { code: reason }
    ),
    ...(meaning === '' ? [] : words.fill(trans.__(' (%1)'), meaning)),
    trans.__('. This is a hint: its cost is not known.')
  ];
}
