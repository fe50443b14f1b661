import { MEMORY_COUNTERS } from '../../model/profile/memoryCounters';
import type { FindingOf } from '../../model/output/findings';
import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import { causeParts } from './causeWords';

/** Words for sizes that were estimated, too. */
interface MemoryWords extends SentenceWords {
  sampled(sizeBytes: number, errorBytes: number): string;
}

/** The options that tell more of memory that grew. */
const [RETAINED, HEAP_DIFF] = [{ code: '--retained' }, { code: '--heap-diff' }] as const;

/** The objects that grew most between heap snapshots, and what holds them. */
function heldParts({ facts }: FindingOf<'memory'>, words: SentenceWords): SentencePart[] {
  const { trans, formats } = words;
  const { object, objects, retainedBytes, path } = facts;
  if (path === '') return [];
  return words.fill(
    objects === 1
      ? trans.__('; a new %2 with %3 is held by %4')
      : trans.__('; %1 new objects of %2 with %3 are held by %4'),
    ...[formats.count(objects), { code: object }, formats.bytes(retainedBytes), { code: path }]
  );
}

/** Memory that grew, who allocated it and what holds it. */
export function grownParts(finding: FindingOf<'memory'>, words: MemoryWords): SentencePart[] {
  const { counter, grownBytes, heldBytes, function: name, file, line } = finding.facts;
  const { aliveBytes, errorBytes } = finding.facts;
  const { trans, formats } = words;
  const start = words.fill(
    trans.__('Memory grew by %1 to %2 that a full garbage collection did not free (%3)'),
    formats.bytes(grownBytes),
    formats.bytes(heldBytes),
    { code: counter.replace(/^Memory: /, '') }
  );
  const held = heldParts(finding, words);
  const cause = causeParts(finding.facts, words);
  if (name !== '') {
    const holder = trans.__('; %1 (%2) allocated the most that is still alive, about %3.');
    const values = [
      words.called(name),
      words.place(file, line),
      words.sampled(aliveBytes, errorBytes)
    ];
    return [...start, ...held, ...words.fill(holder, ...values), ...cause];
  }
  if (aliveBytes > 0 || held.length > 0 || cause.length > 0) {
    return [...start, ...held, '.', ...cause];
  }
  // which functions made the contents of buffers is not sampled
  if (counter !== MEMORY_COUNTERS.heap) {
    return [...start, ...words.fill(trans.__('; %1 shows what holds it.'), HEAP_DIFF)];
  }
  const hint = trans.__('; %1 shows which functions allocated it, %2 what holds it.');
  return [...start, ...words.fill(hint, RETAINED, HEAP_DIFF)];
}

/** A smaller part of the peak that was gone at the end is not worth a word. */
const FALLEN = 0.1;

/** The peak of the memory of a process, when it was, and what ran while most of it came. */
export function peakParts(
  { facts }: FindingOf<'memoryPeak'>,
  words: SentenceWords
): SentencePart[] {
  const { peakBytes, risenBytes, lastBytes, atNs, function: name, file, line } = facts;
  const { trans, formats } = words;
  const start = words.fill(
    trans.__('Memory reached %1 after %2, %3 more than at the beginning'),
    ...[formats.bytes(peakBytes), formats.duration(atNs), formats.bytes(risenBytes)]
  );
  const hasFallen = lastBytes < (1 - FALLEN) * peakBytes;
  const end = hasFallen
    ? words.fill(trans.__(', and was %1 at the end'), formats.bytes(lastBytes))
    : [];
  if (file === '') return [...start, ...end, '.'];
  const most = trans.__('; most of it came while %1 at %2 ran.');
  return [...start, ...end, ...words.fill(most, words.called(name), words.place(file, line))];
}
