import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import type { FindingOf } from '../../model/output/findings';

/** What a sentence about a runner of tests needs besides the words of all sentences. */
interface TestWords extends SentenceWords {
  readonly share: (finding: FindingOf<'testRunner'>) => string;
  readonly place: (file: string, line: number) => string;
}

/** How long a runner of tests took beside them, which of them took longest, and what took the rest. */
export function testRunnerParts(
  finding: FindingOf<'testRunner'>,
  words: TestWords
): readonly SentencePart[] {
  const { runner, timeNs, testsNs, files, library } = finding.facts;
  const { trans, formats } = words;
  const [one, several, none] = [
    trans.__('%1 and start-up took %2, %3 of the time, and the tests in its file %5'),
    trans.__('%1 and start-up took %2, %3 of the time, and the tests in %4 files %5'),
    trans.__('%1 and start-up took %2, %3 of the time, and each test was too short for a sample')
  ];
  const start = words.fill(
    files === 0 ? none : files === 1 ? one : several,
    ...[runner, formats.duration(timeNs), words.share(finding)],
    ...[formats.count(files), formats.duration(testsNs)]
  );
  const most = trans.__('; most of the CPU time before and between them was in the package %1');
  const rest = library === '' ? [] : words.fill(most, { code: library });
  return [...start, ...slowestParts(finding.facts, words), ...rest, '.'];
}

/** The test that took longest, if it is known. */
function slowestParts(
  { test = '', testNs = 0, testFile = '', testLine = 0 }: FindingOf<'testRunner'>['facts'],
  words: TestWords
): readonly SentencePart[] {
  if (test === '') return [];
  const { trans, formats } = words;
  const slowest = trans.__(', the slowest %1: %2 at %3');
  const place = words.place(testFile, testLine);
  return words.fill(slowest, formats.duration(testNs), { code: test }, place);
}

/** What took most of the time of a line in Node, libraries and native code, and what is left of it then. */
export function calledParts(
  {
    called = '',
    calledShare = 0,
    builtIn = ''
  }: Pick<FindingOf<'hotLine'>['facts'], 'called' | 'calledShare' | 'builtIn'>,
  words: SentenceWords
): readonly SentencePart[] {
  const { trans, formats } = words;
  if (called === '') return [];
  const rest = trans.__('; %2 of that in %1, and the rest in %3 and the line itself');
  const share = formats.percent(calledShare);
  const isAll = share === formats.percent(1);
  const text = builtIn === '' || isAll ? trans.__('; %2 of that in %1') : rest;
  return words.fill(text, words.called(called), share, words.called(builtIn));
}
