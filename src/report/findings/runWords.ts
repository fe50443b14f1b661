import type { SentencePart, SentenceWords } from '../../facts/shared/sentenceParts';
import type { FindingOf } from '../../model/output/findings';
import { ending } from './causeWords';
import { endedParts } from './waitWords';

/** What a sentence about requests needs besides the words of all sentences. */
interface RequestWords extends SentenceWords {
  /** A share with the bounds of its interval, if it was sampled. */
  readonly share: (finding: FindingOf<'requests'>) => string;
  /** From where a function was called, if that is known. */
  readonly calledFrom: (facts: FindingOf<'requests'>['facts']) => readonly SentencePart[];
}

/** How many requests of a name there were, how long they took, how many failed, and where they spent their time. */
export function requestParts(
  finding: FindingOf<'requests'>,
  words: RequestWords
): readonly SentencePart[] {
  const { name, count, errors = 0, p50Ns, p95Ns, file } = finding.facts;
  const { trans, formats } = words;
  const start = words.fill(
    count === 1 ? trans.__('%1: 1 request, %3') : trans.__('%1: %2 requests, p50 %3, p95 %4'),
    { code: name },
    formats.count(count),
    formats.duration(p50Ns),
    formats.duration(p95Ns)
  );
  const failures = errors === count ? trans.__(', all failed') : trans.__(', %1 failed');
  const failed = errors > 0 ? words.fill(failures, formats.count(errors)) : [];
  return [...start, ...failed, ...(file === '' ? ['.'] : spentParts(finding, words))];
}

/** Where requests spent most of their time, and why. */
function spentParts(finding: FindingOf<'requests'>, words: RequestWords): readonly SentencePart[] {
  const { function: within, file, line, hotLine = 0, code = '', endedBy = '' } = finding.facts;
  const { trans, formats } = words;
  const [share, place] = [words.share(finding), words.place(file, line)];
  const end = ending({ ...finding.facts, code }, words);
  if (within !== '') {
    const spent = trans.__('; %1 of their time in %2 at %3');
    const isOther = hotLine > 0 && hotLine !== line;
    const most = isOther ? words.fill(trans.__(', most of it in line %1'), String(hotLine)) : [];
    const called = calledParts(finding.facts, words);
    return [...words.fill(spent, share, words.called(within), place), ...most, ...called, ...end];
  }
  const { turns = 0, turnNs = 0, other = '', otherFile = '', otherLine = 0 } = finding.facts;
  const waited = words.fill(trans.__('; %1 of their time waited at %2'), share, place);
  const one = trans.__('; %1 of their time one waited at %2, %3 times %4');
  const inTurn = words.fill(one, ...[share, place, formats.count(turns), formats.duration(turnNs)]);
  const ran = trans.__(', while another thread or process ran %1 at %2');
  return [
    ...(turns > 0 ? inTurn : waited),
    ...(otherFile === ''
      ? endedParts(endedBy, words)
      : words.fill(ran, words.called(other), words.place(otherFile, otherLine))),
    ...(turns > 0 ? [trans.__(', and the others for their turn')] : []),
    ...words.calledFrom(finding.facts),
    ...end
  ];
}

/** Words for the share of a runner of tests and the place of a test, too. */
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

/** The function of Node, a library or native code that took most of the time of a line, and the one that took the rest. */
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
