import { formatCount } from '../../base/text';
import type { Translator } from '../../base/translator';
import type { Cell, ReportColumn, ReportTable } from '../../tables/reportTable';
import type { Fact, TableForm, TableMedium } from '../shared/fact';
import { deoptMeaning } from './deoptReason';
import type { DeoptRow, Deopts, DeoptsPart } from './deopts';
import { DEOPT_CATEGORY, deoptPlace, DEOPTS_SCHEMA, mergeDeopts } from './deopts';
import { DEOPT_FINDING } from './finding';

/** Where and why V8 gave up optimized code. */
export const DEOPTS = {
  name: 'deopts',
  source: { name: 'deopts', title: 'Deoptimizations', isLate: true },
  option: {
    name: 'deopts',
    after: 'databases',
    type: 'boolean',
    default: false,
    light: false,
    isCpuWork: true,
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
    table: ({ deopts }: DeoptsPart, form) => (deopts ? TABLES[form.medium](deopts, form) : null)
  },
  finding: DEOPT_FINDING
} as const satisfies Fact<DeoptsPart>;

/** Rows of a page. */
const PAGE_ROWS = 20;

const TABLES: Readonly<
  Record<TableMedium, (deopts: Deopts, form: TableForm) => ReportTable | null>
> = {
  text: ({ rows, more }, { trans, top }) =>
    tableOf(rows, [...figuresOf(trans), kindOf(trans, 'right'), whereOf(trans)], {
      title: trans.__('Deoptimizations'),
      limit: top,
      notes: more === 0 ? [] : [`${more} more at other places, for which the profile has no room.`]
    }),
  page: ({ rows, more }, { trans }) => {
    const [name, place, reason, meaning] = textsOf(trans, trans.__('Place'));
    const hidden = rows.slice(PAGE_ROWS).reduce((sum, { count }) => sum + count, more);
    return tableOf(
      rows,
      [name, place, kindOf(trans, 'left'), reason, meaning, ...figuresOf(trans)],
      {
        title: trans.__('Deoptimizations by line, times in milliseconds'),
        limit: PAGE_ROWS,
        unshown: '',
        notes: hidden === 0 ? [] : [`${formatCount(hidden)} more are not shown.`]
      }
    );
  },
  view: ({ rows }, { trans }) => {
    const columns = [
      ...textsOf(trans, trans.__('Line')),
      kindOf(trans, 'left'),
      ...figuresOf(trans)
    ];
    return {
      title: trans.__('Deoptimizations'),
      columns,
      rows: rows.map(row => columns.map(({ of }) => of(row))),
      places: rows.map(({ file, line }) => (file !== '' && line > 0 ? { file, line } : null)),
      hidden: 0,
      sort: { column: 5, direction: 'descending' },
      none: trans.__('V8 kept all optimized code.')
    };
  }
};

interface DeoptColumn extends ReportColumn {
  readonly of: (row: DeoptRow) => Cell;
}

function tableOf(
  rows: readonly DeoptRow[],
  columns: readonly DeoptColumn[],
  rest: Omit<ReportTable, 'columns' | 'rows' | 'hidden'>
): ReportTable | null {
  if (rows.length === 0) return null;
  return { ...rest, columns, rows: rows.map(row => columns.map(({ of }) => of(row))), hidden: 0 };
}

/** Function, place, reason and its meaning. */
function textsOf(
  trans: Translator,
  place: string
): readonly [name: DeoptColumn, place: DeoptColumn, reason: DeoptColumn, meaning: DeoptColumn] {
  const left = { align: 'left', longest: 300 } as const;
  return [
    {
      ...{ heading: trans.__('Function'), align: 'left', isName: true },
      explanation: trans.__('Function that was optimized'),
      of: row => row.function
    },
    {
      ...{ ...left, heading: place, explanation: trans.__('Where V8 gave up optimized code') },
      of: deoptPlace
    },
    {
      ...{ ...left, heading: trans.__('Reason'), explanation: trans.__('The words of V8') },
      of: ({ reason }) => reason
    },
    {
      ...{ ...left, heading: trans.__('Meaning') },
      explanation: trans.__('The reason in plain words'),
      of: ({ reason }) => deoptMeaning(reason, trans)
    }
  ];
}

function kindOf(trans: Translator, align: ReportColumn['align']): DeoptColumn {
  return {
    ...{ heading: trans.__('Kind'), align, longest: 300 },
    explanation: trans.__('Eager: a check failed. Lazy: the code was no longer valid.'),
    of: ({ kind }) => kind
  };
}

/** How often, when first and when last. */
function figuresOf(trans: Translator): readonly DeoptColumn[] {
  return [
    {
      ...{ heading: trans.__('Count'), align: 'right', unit: 'count' },
      explanation: trans.__('How often it happened'),
      of: ({ count }) => count
    },
    {
      ...{ heading: trans.__('First'), align: 'right', unit: 'nanoseconds' },
      explanation: trans.__('When it first happened'),
      of: ({ firstNs }) => firstNs
    },
    {
      ...{ heading: trans.__('Last'), align: 'right', unit: 'nanoseconds' },
      explanation: trans.__('When it last happened'),
      of: ({ lastNs }) => lastNs
    }
  ];
}

/** Place, reason and meaning after the function, where there is one line for all. */
function whereOf(trans: Translator): DeoptColumn {
  return {
    ...{ heading: trans.__('Function, Line and Reason'), align: 'left', isName: true },
    of: row => {
      const meaning = deoptMeaning(row.reason, trans);
      const why = meaning === '' ? row.reason : `${row.reason}: ${meaning}`;
      return [row.function, deoptPlace(row), why].filter(text => text !== '').join('  ');
    }
  };
}
