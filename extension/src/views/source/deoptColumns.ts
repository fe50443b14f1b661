import type { DeoptRow } from 'kernelscope/model';
import { deoptMeaning, deoptPlace } from 'kernelscope/report';
import type { NumberFormats } from '../../shared/content/format';
import type { TableColumn } from '../../shared/grid/tableColumns';
import type { TranslationBundle } from '../../shared/host/translation';

/** The language and the numbers of {@link deoptColumns}. */
export interface DeoptWords {
  readonly formats: NumberFormats;
  readonly trans: TranslationBundle;
}

/** The columns of deoptimizations. */
export function deoptColumns(words: DeoptWords): TableColumn<DeoptRow>[] {
  return [...textColumns(words), ...numberColumns(words)];
}

function textColumns({ trans }: DeoptWords): TableColumn<DeoptRow>[] {
  const text = (
    label: string,
    explanation: string,
    valueOf: (row: DeoptRow) => string
  ): TableColumn<DeoptRow> => ({
    ...{ label, explanation, kind: 'name', widthPx: 110, key: valueOf },
    cell: row => ({ text: valueOf(row), title: valueOf(row) })
  });
  const meaning = ({ reason }: DeoptRow): string => deoptMeaning(reason, trans);
  return [
    text(trans.__('Function'), trans.__('Function that was optimized'), row => row.function),
    text(trans.__('Line'), trans.__('Where V8 gave up optimized code'), deoptPlace),
    text(trans.__('Reason'), trans.__('The words of V8'), ({ reason }) => reason),
    text(trans.__('Meaning'), trans.__('The reason in plain words'), meaning),
    text(
      trans.__('Kind'),
      trans.__('Eager: a check failed. Lazy: the code was no longer valid.'),
      ({ kind }) => kind
    )
  ];
}

function numberColumns({ trans, formats }: DeoptWords): TableColumn<DeoptRow>[] {
  const number = (
    label: string,
    explanation: string,
    [valueOf, textOf]: readonly [(row: DeoptRow) => number, (value: number) => string]
  ): TableColumn<DeoptRow> => ({
    ...{ label, explanation, kind: 'number', widthPx: 78, key: valueOf },
    cell: row => ({ text: textOf(valueOf(row)) })
  });
  const time = (ns: number): string => formats.duration(ns);
  const count = (value: number): string => formats.count(value);
  return [
    number(trans.__('Count'), trans.__('How often it happened'), [row => row.count, count]),
    number(trans.__('First'), trans.__('When it first happened'), [row => row.firstNs, time]),
    number(trans.__('Last'), trans.__('When it last happened'), [row => row.lastNs, time])
  ];
}

/** By the column of the count at first. */
export const BY_COUNT = { column: 5, direction: 'descending' } as const;
