import { packageOf } from '../../base/packageOf';
import {
  type FindingRule,
  type FindingTarget,
  type FindingWith,
  NUMBER,
  type Ranked,
  TEXT
} from '../shared/finding';
import type { SentencePart, SentenceWords } from '../shared/sentenceParts';
import { deoptMeaning } from './deoptReason';
import { type DeoptRow, type DeoptsPart, OSR_REASON } from './deopts';

/** Fewer at one line for one reason are usual: V8 learns from each. */
const MIN_COUNT = 5;

/** No time is known of it, so it comes after all that took some. */
const WEIGHT = 0.01;

const RUNTIME = 'node:';

const FACTS = {
  function: TEXT,
  file: TEXT,
  line: NUMBER,
  reason: TEXT,
  count: NUMBER
};

/** V8 gave up optimized code at one line again and again for one of its reasons; no time is known of it. */
export const DEOPT_FINDING = {
  kind: 'deopts',
  facts: FACTS,
  search: repeatedDeopts,
  sentence: deoptSentence,
  next: 'Have that line see values of one kind, record before and after with `--repeat 10`, and compare: deoptimizations show where V8 gave up, not what it cost.'
} as const satisfies FindingRule<'deopts', typeof FACTS, DeoptsPart>;

type DeoptFinding = FindingWith<'deopts', typeof FACTS>;

/** The line of the user's own code that V8 gave up optimized code at most often for one reason. */
function repeatedDeopts({ deopts }: DeoptsPart): readonly Ranked<DeoptFinding>[] {
  const rows = deopts?.rows.filter(isRepeated) ?? [];
  const most = rows.reduce<DeoptRow | null>(
    (greatest, row) => (greatest === null || row.count > greatest.count ? row : greatest),
    null
  );
  if (most === null) return [];
  const { function: name, file, line, reason, count } = most;
  const target: FindingTarget =
    line > 0
      ? { view: 'source', selection: { type: 'line', file, line, costs: 'cpu' }, window: null }
      : { view: 'source', selection: null, window: null };
  const finding = {
    kind: 'deopts',
    ...{ share: null, low: null, high: null },
    facts: { function: name, file, line, reason, count },
    target
  } as const;
  return [{ finding, weight: WEIGHT }];
}

function isRepeated({ file, reason, count }: DeoptRow): boolean {
  const isOwn = file !== '' && packageOf(file) === null && !file.startsWith(RUNTIME);
  return isOwn && reason !== OSR_REASON && count >= MIN_COUNT;
}

/** The sentence about repeated deoptimizations. */
function deoptSentence({ facts }: DeoptFinding, words: SentenceWords): readonly SentencePart[] {
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
