import type { Translator } from '../../base/translator';
import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import type { FindingOf } from '../../model/output/findings';
import { causeParts, ending } from './causeWords';

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
  'blocking call': trans =>
    trans.__('a call that blocks the thread, such as one of a database that waits for the disk'),
  'native code': trans => trans.__('native code, such as that of files and libraries')
};

/** How long the thread waited: without the time in which other threads ran, and in all, where any did. */
export function waitedParts(
  { share, low, high, facts: { timeNs, threadNs = timeNs } }: FindingOf<'waiting'>,
  words: SentenceWords
): readonly SentencePart[] {
  const { trans, formats } = words;
  const waited = words.share({ share, low, high });
  const inAll = formats.percent(timeNs > 0 ? ((share ?? 0) * threadNs) / timeNs : 0);
  if (inAll === formats.percent(share ?? 0)) {
    return words.fill(trans.__('The thread waited for %1 of the time'), waited);
  }
  const text = trans.__(
    'While no other thread or process ran, the thread waited for %1 of the time (%2 in all)'
  );
  return words.fill(text, waited, inAll);
}

/** How much of the wait for another thread or process was before that had started; none where that is not told. */
export function startParts(
  { startNs = 0 }: FindingOf<'waiting'>['facts'],
  words: SentenceWords
): readonly SentencePart[] {
  if (startNs === 0) return [];
  const { trans, formats } = words;
  return words.fill(trans.__(', which took %1 to start'), formats.duration(startNs));
}

/** Where the thread waited that was blocked outside of its event loop; none where that is not most. */
export function blockedParts(
  { facts: { timeNs, blockedNs = 0 } }: FindingOf<'waiting'>,
  words: SentenceWords
): readonly SentencePart[] {
  if (blockedNs === 0) return [];
  const { trans, formats } = words;
  return words.fill(
    trans.__(', %1 of that not in the event loop, but in native code, V8 or the system'),
    formats.percent(blockedNs / timeNs)
  );
}

/** For how long the line itself ran at which the thread waited; none where that is not told. */
export function ranParts(
  { share, facts: { timeNs, ranNs = 0 } }: FindingOf<'waiting'>,
  words: SentenceWords
): readonly SentencePart[] {
  if (ranNs === 0) return [];
  const { trans, formats } = words;
  const ran = formats.percent(timeNs > 0 ? ((share ?? 0) * ranNs) / timeNs : 0);
  return words.fill(trans.__(', and ran that line for another %1 of the time'), ran);
}

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
  const [share, time] = [formats.percent(secondNs / facts.timeNs), formats.duration(secondNs)];
  const more = words.fill(trans.__('Another %1 (%2) at %3'), share, time, place);
  return [hasEnded ? ' ' : '. ', ...more, ...endedParts(secondEndedBy, words), '.'];
}

/** Words for the place of a call, too. */
interface CallingWords extends SentenceWords {
  calledFrom(from: {
    readonly fromFile?: string;
    readonly fromLine?: number;
  }): readonly SentencePart[];
}

/** Other threads and processes that took turns, and the line that waited for each of them. */
export function oneAtATimeParts(
  finding: FindingOf<'oneAtATime'>,
  words: CallingWords
): readonly SentencePart[] {
  const { threads, timeNs, file, line, waits } = finding.facts;
  const { trans, formats } = words;
  const start = words.fill(
    trans.__(
      '%1 other threads or processes ran for %2 of the time, %3, but one at a time: the thread waited for each at %4, in %5 waits'
    ),
    ...[formats.count(threads), words.share(finding), formats.duration(timeNs)],
    ...[words.place(file, line), formats.count(waits)]
  );
  return [...start, ...words.calledFrom(finding.facts), ...ending(finding.facts, words)];
}
