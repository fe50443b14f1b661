import type { Translator } from '../../base/translator';
import { type Cell, columnOf, type ReportColumn, type ReportTable } from '../../tables/reportTable';
import type { Fact, TableForm } from '../shared/fact';
import { OWN_SWITCH } from '../shared/recordingOption';
import { deoptMeaning } from './deoptReason';
import {
  DEOPTS_SCHEMA,
  DEOPT_CATEGORY,
  type DeoptRow,
  type Deopts,
  type DeoptsPart,
  deoptPlace,
  mergeDeopts
} from './deopts';
import { DEOPT_FINDING } from './finding';

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
