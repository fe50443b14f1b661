import { type Translator, UNTRANSLATED } from '../base/translator';
import { type Cell, columnOf, type ReportColumn, type ReportTable } from '../tables/reportTable';
import {
  type Fact,
  type TableForm,
  type FactRun,
  type FindingRule,
  type FindingTarget,
  type FindingWith,
  NUMBER,
  type Ranked,
  TEXT,
  timeInWhole
} from './shared/fact';
import { OWN_SWITCH } from './shared/recordingOption';
import { type ValueOf, list, number, record, text, wholeNumber } from '../schema/schema';
import { packageOf } from '../base/packageOf';
import type { SentencePart, SentenceWords } from './shared/sentenceParts';

/** The limits of {@link Deopts}. */
export const DEOPT_LIMITS = {
  /** Rows. */
  rows: 200,
  /** Length of a function's name, UTF-16 units. */
  function: 120,
  /** Length of a file's name, UTF-16 units. */
  file: 300,
  /** Length of a kind, UTF-16 units. */
  kind: 40,
  /** Length of a reason, UTF-16 units. */
  reason: 120
} as const;

const DEOPT_ROW = record({
  /**
   * The function that the line belongs to; where no line is known, the optimized function, which may have
   * inlined the one that it happened in. `(anonymous)` for one without a name.
   */
  function: text(DEOPT_LIMITS.function),
  /** The source file; '' if it is not known. */
  file: text(DEOPT_LIMITS.file),
  /** One-based; 0 if V8 does not tell it, as before Node 24. */
  line: wholeNumber(),
  /** V8's word: `eager` where a check failed, `lazy` where code became invalid that was on the stack. */
  kind: text(DEOPT_LIMITS.kind),
  /** V8's words, such as `wrong map`. */
  reason: text(DEOPT_LIMITS.reason),
  count: wholeNumber(1),
  /** When the first and the last one were noticed, nanoseconds from the origin; some 10 ms late at most where a thread can look. */
  firstNs: number(),
  lastNs: number()
});

/** What a profile may hold of {@link Deopts}. */
const DEOPTS_SCHEMA = record({
  /** By function, line, kind and reason, most frequent first. */
  rows: list(DEOPT_ROW, DEOPT_LIMITS.rows),
  /** The number of deoptimizations that have no row, since there was no room for more rows. */
  more: wholeNumber()
});

/** The deoptimizations of one thread: V8 gave up optimized code of functions, and went on with slower code. */
type Deopts = ValueOf<typeof DEOPTS_SCHEMA>;

/** The deoptimizations at one line of one kind and for one reason. */
export type DeoptRow = ValueOf<typeof DEOPT_ROW>;

/** The part of a profile. */
export interface DeoptsPart {
  /** Deoptimizations of the main thread; absent if they were not recorded. */
  readonly deopts?: Deopts;
}

/** The category of the moments at which V8 gave up optimized code. */
export const DEOPT_CATEGORY = 'deopt';

/** V8's reason for leaving optimized code in order to optimize more: no problem of the code. */
export const OSR_REASON = 'prepare for on stack replacement (OSR)';

/** `Cell [2]:7`, `Cell [2]` where no line is known, or nothing. */
function deoptPlace({ file, line }: Pick<DeoptRow, 'file' | 'line'>): string {
  return line > 0 ? `${file}:${line}` : file;
}

/** {@link Deopts} of `rows` in any order, those of one line, kind and reason together, within the limits. */
export function deoptsOf(rows: Iterable<DeoptRow>): Deopts {
  const known = new Map<string, DeoptRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.function, row.file, row.line, row.kind, row.reason]);
    const before = known.get(key);
    known.set(key, before ? together(before, row) : row);
  }
  const sorted = [...known.values()].sort((a, b) => b.count - a.count || a.firstNs - b.firstNs);
  const hidden = sorted.slice(DEOPT_LIMITS.rows);
  return {
    rows: sorted.slice(0, DEOPT_LIMITS.rows),
    more: hidden.reduce((sum, { count }) => sum + count, 0)
  };
}

function together(a: DeoptRow, b: DeoptRow): DeoptRow {
  return {
    ...a,
    count: a.count + b.count,
    firstNs: Math.min(a.firstNs, b.firstNs),
    lastNs: Math.max(a.lastNs, b.lastNs)
  };
}

/** The deoptimizations of all runs, those of one line, kind and reason together; nothing if none were recorded. */
function mergeDeopts(runs: readonly FactRun<DeoptsPart>[]): DeoptsPart {
  const known = runs.flatMap(({ parts, shiftNs }) =>
    parts.deopts ? [{ deopts: parts.deopts, shiftNs }] : []
  );
  if (known.length === 0) return {};
  const rows = known.flatMap(({ deopts, shiftNs }) =>
    deopts.rows.map(row => ({
      ...row,
      firstNs: timeInWhole(row.firstNs, { shiftNs }),
      lastNs: timeInWhole(row.lastNs, { shiftNs })
    }))
  );
  const more = known.reduce((sum, { deopts }) => sum + deopts.more, 0);
  const all = deoptsOf(rows);
  return { deopts: { rows: all.rows, more: all.more + more } };
}

type Words = (trans: Translator) => string;

const changed: Words = trans =>
  trans.__('something changed that the code relied on, such as a prototype or a constant');
const noInteger: Words = trans => trans.__('a number was no integer of 32 bits');
const noNumber: Words = trans => trans.__('a value was not a number');

/** V8's reasons in plain words, those that are common. */
const REASONS: ReadonlyMap<string, Words> = new Map([
  ['wrong map', trans => trans.__('an object had a shape that V8 had not seen there before')],
  ['not a Smi', trans => trans.__('a value was not a small integer')],
  ['Smi', trans => trans.__('a value was a small integer, not an object')],
  ['lost precision', noInteger],
  ['lost precision or NaN', noInteger],
  ['NaN', trans => trans.__('a number was NaN')],
  ['minus zero', trans => trans.__('a result was −0')],
  ['overflow', trans => trans.__('a result was too large for a small integer')],
  ['division by zero', trans => trans.__('a number was divided by zero')],
  ['not a Number', noNumber],
  ['not a Number or Oddball', noNumber],
  ['not a heap number', noNumber],
  ['not a String', trans => trans.__('a value was not a string')],
  ['out of bounds', trans => trans.__('an index was outside of the array')],
  ['hole', trans => trans.__('an array had no element at an index')],
  ['wrong call target', trans => trans.__('another function was called than before')],
  ['wrong instance type', trans => trans.__('an object was of another kind than before')],
  ['wrong value', trans => trans.__('a value was another one than before')],
  ['wrong name', trans => trans.__('a property had another name than before')],
  ['dependency change', changed],
  ['(unknown)', changed],
  [OSR_REASON, trans => trans.__('V8 was about to optimize a loop further; no problem')]
]);

/** V8 tells for what: a call, a property, an operator. */
const FEEDBACK = 'Insufficient type feedback for ';

/** The meaning of one of V8's reasons for a deoptimization, in plain words; '' if it is none of the common ones. */
export function deoptMeaning(reason: string, trans: Translator = UNTRANSLATED): string {
  if (reason.startsWith(FEEDBACK)) return trans.__('code ran that had not run before');
  return REASONS.get(reason)?.(trans) ?? '';
}

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
const DEOPT_FINDING = {
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

/** Where and why V8 gave up optimized code. */
export const DEOPTS = {
  name: 'deopts',
  source: { name: 'deopts', title: 'Deoptimizations', isLate: true },
  option: {
    ...OWN_SWITCH,
    name: 'deopts',
    after: 'databases',
    default: false,
    isOfOneThread: true,
    flag: { long: 'deopts', help: 'record where and why V8 gives up optimized code, by line' }
  },
  schema: DEOPTS_SCHEMA,
  isAlwaysThere: false,
  addsMembers: false,
  merge: mergeDeopts,
  shown: {
    topic: 'code',
    categories: [DEOPT_CATEGORY],
    command: { letter: 'd', noun: 'deoptimizations' },
    table: ({ deopts }: DeoptsPart, form) => (deopts ? tableOf(deopts, form) : null)
  },
  finding: DEOPT_FINDING
} as const satisfies Fact<DeoptsPart>;

function tableOf({ rows, more }: Deopts, { top, trans }: TableForm): ReportTable {
  return {
    title: trans.__('Deoptimizations'),
    columns: columnsOf(trans),
    rows: rows.map(row => cellsOf(row, trans)),
    places: rows.map(({ file, line }) => (file !== '' && line > 0 ? { file, line } : null)),
    limit: top,
    hidden: 0,
    sort: { column: 5, direction: 'descending' },
    none: trans.__('V8 kept all optimized code.'),
    notes:
      more === 0
        ? []
        : [trans.__('%1 more at other places, for which the profile has no room.', String(more))]
  };
}

function columnsOf(trans: Translator): readonly ReportColumn[] {
  const text = { align: 'left', longest: 300 } as const;
  const time = { align: 'right', unit: 'nanoseconds' } as const;
  return [
    columnOf(trans.__('Function'), trans.__('Function that was optimized'), {
      ...{ align: 'left', isCode: true }
    }),
    columnOf(trans.__('Line'), trans.__('Where V8 gave up optimized code'), {
      ...{ ...text, short: 'place' }
    }),
    columnOf(
      trans.__('Kind'),
      trans.__('Eager: a check failed. Lazy: the code was no longer valid.'),
      text
    ),
    columnOf(trans.__('Reason'), trans.__('The words of V8'), text),
    columnOf(trans.__('Meaning'), trans.__('The reason in plain words'), text),
    columnOf(trans.__('Count'), trans.__('How often it happened'), {
      ...{ align: 'right', unit: 'count' }
    }),
    columnOf(trans.__('First'), trans.__('When it first happened'), time),
    columnOf(trans.__('Last'), trans.__('When it last happened'), time)
  ];
}

function cellsOf(row: DeoptRow, trans: Translator): readonly Cell[] {
  const { kind, reason, count, firstNs, lastNs } = row;
  const words = [deoptPlace(row), kind, reason, deoptMeaning(reason, trans)];
  return [row.function, ...words, count, firstNs, lastNs];
}
