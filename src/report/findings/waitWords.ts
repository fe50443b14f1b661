import type { Translator } from '../../base/translator';
import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import type { FindingOf } from '../../model/output/findings';
import { causeParts } from './causeWords';

/** The cause of a wait, by what ended it, in a sentence: in the words of the recording if there are no better ones. */
export function endedParts(endedBy: string, words: SentenceWords): readonly SentencePart[] {
  if (endedBy === '') return [];
  const { trans } = words;
  return words.fill(trans.__(', for %1'), AWAITED[endedBy]?.(trans) ?? endedBy);
}

export type Wording = (trans: Translator) => string;

const AWAITED: Readonly<Record<string, Wording | undefined>> = {
  timer: trans => trans.__('a timer'),
  immediate: trans => trans.__('an immediate'),
  message: trans => trans.__('a message of another thread'),
  process: trans => trans.__('another process'),
  'Atomics.wait': trans => trans.__('another thread or a timeout'),
  network: trans => trans.__('the network'),
  stream: trans => trans.__('a stream'),
  file: trans => trans.__('a file'),
  'native code': trans => trans.__('native code, such as that of files and libraries')
};

/** A sentence about the `await` of the second most waiting, after the one about the first; none where it has none. */
export function secondWait(
  facts: FindingOf<'waiting'>['facts'],
  words: SentenceWords
): readonly SentencePart[] {
  const { secondFile = '', secondLine = 0, secondNs = 0, secondEndedBy = '', code } = facts;
  if (secondFile === '') return [];
  const { trans, formats } = words;
  const hasEnded = code === '' || causeParts(facts, words).length > 0;
  const place = words.place(secondFile, secondLine);
  const more = words.fill(trans.__('Another %1 at %2'), formats.duration(secondNs), place);
  return [hasEnded ? ' ' : '. ', ...more, ...endedParts(secondEndedBy, words), '.'];
}
