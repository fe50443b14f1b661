import { factTables } from './profileTables';
import { lineCosts } from '../analysis/stacks/lineCosts';
import {
  byTime,
  sampleStacks,
  type StackWeights,
  waitStacks,
  threadWhole
} from '../analysis/stacks/stackWeights';
import { type CalledFunction, functionWeights } from '../analysis/stacks/calledFunctions';
import { type HeapFunction, heapFunctions } from '../analysis/statistics/heapFunctions';
import type { Translator } from '../base/translator';
import type { TableForm } from '../facts/shared/fact';
import { heapAmounts, type Profile } from '../model/profile/profile';
import type { Cell, ReportColumn, ReportTable } from '../tables/reportTable';
import { uncertaintyText } from './text/uncertainty';

/** Waits of a smaller part of the time, such as those for files of modules, are not worth a table. */
const LEAST_SHARE = 0.01;

type Place = Pick<CalledFunction, 'name' | 'file' | 'line'>;

/** A function or a line with its times in nanoseconds. */
interface Times extends Place {
  readonly selfNs: number;
  readonly totalNs: number;
}

/** The first columns of a table, which say what its rows are about. */
interface Names {
  readonly columns: readonly ReportColumn[];
  readonly cells: (row: Place) => readonly Cell[];
}

/**
 * The functions with the most self CPU time, with shares of the wall time, or of all threads' time where that is more.
 * Without rows for a profile without CPU samples.
 */
export function hotFunctionsTable(profile: Profile, form: TableForm): ReportTable {
  const rows = timesOf(profile, sampleStacks(profile)).filter(({ selfNs }) => selfNs > 0);
  const title = form.trans.__('Hottest functions by CPU samples');
  return timesTable(title, rows, { wholeNs: threadWhole(profile), form });
}

/**
 * The functions and then the lines at whose `await`s and blocking calls threads waited most, with shares of the same
 * whole as CPU time; none for a profile of less than 1 % waits.
 */
export function waitingTables(profile: Profile, form: TableForm): readonly ReportTable[] {
  const { trans } = form;
  const wholeNs = threadWhole(profile);
  const functions = timesOf(profile, waitStacks(profile));
  const waitedNs = functions.reduce((sum, { selfNs }) => sum + selfNs, 0);
  if (functions.length === 0 || waitedNs < LEAST_SHARE * wholeNs) return [];
  const lines = lineCosts(profile, 'waiting').lines.map(({ file, line, selfShare, totalShare }) => {
    const totalNs = (totalShare ?? selfShare) * wholeNs;
    return { name: '', file, line, selfNs: selfShare * wholeNs, totalNs };
  });
  const names: Names = {
    columns: [{ heading: trans.__('Line'), align: 'left', short: 'place' }],
    cells: row => [placeOf(row)]
  };
  return [
    timesTable(trans.__('Functions by waiting'), functions, { wholeNs, form }),
    timesTable(trans.__('Lines by waiting'), lines.sort(byTime), { wholeNs, form, names })
  ];
}

function timesOf(profile: Profile, weights: StackWeights): readonly Times[] {
  return functionWeights(profile, weights).map(({ self, total, ...place }) => {
    return { ...place, selfNs: self, totalNs: total };
  });
}

interface TimesOptions {
  /** The time that shares are of. */
  readonly wholeNs: number;
  readonly form: TableForm;
  /** Those of functions unless stated. */
  readonly names?: Names;
}

function timesTable(
  title: string,
  rows: readonly Times[],
  { wholeNs, form: { top, trans }, names = functionNames(trans) }: TimesOptions
): ReportTable {
  const time = { align: 'right', unit: 'nanoseconds' } as const;
  return {
    title,
    columns: [
      ...names.columns,
      { ...time, heading: trans.__('Self') },
      { align: 'right', unit: 'share', hasBar: true, heading: trans.__('Self share') },
      { ...time, heading: trans.__('Total') }
    ],
    rows: rows.map(row => {
      const { selfNs, totalNs } = row;
      return [...names.cells(row), selfNs, wholeNs > 0 ? selfNs / wholeNs : 0, totalNs];
    }),
    limit: top,
    hidden: 0
  };
}

/**
 * The functions by what they allocated on the heap, and what of it is still alive, with their uncertainty; null where
 * the heap was not sampled.
 */
export function heapFunctionsTable(profile: Profile, form: TableForm): ReportTable | null {
  const { top, trans } = form;
  const amounts = heapAmounts(profile).reverse();
  if (amounts.length === 0) return null;
  const names = functionNames(trans);
  return {
    title: trans.__('Allocations by function'),
    subtitle: trans.__('On the JavaScript heap, over the whole run'),
    columns: [
      ...names.columns,
      ...amounts.flatMap(amount => [
        { heading: HEADINGS[amount](trans), align: 'right', unit: 'bytes' } as const,
        { heading: trans.__('Uncertainty'), align: 'right' } as const
      ])
    ],
    rows: heapFunctions(profile).map(row => [
      ...names.cells(row),
      ...amounts.flatMap(amount => bytesOf(row, amount, form))
    ]),
    limit: top,
    hidden: 0,
    notes: heapNotes(amounts, form)
  };
}

type HeapAmount = ReturnType<typeof heapAmounts>[number];

const HEADINGS: Readonly<Record<HeapAmount, (trans: Translator) => string>> = {
  allocated: trans => trans.__('Allocated'),
  alive: trans => trans.__('Still alive')
};

function bytesOf(row: HeapFunction, amount: HeapAmount, form: TableForm): readonly Cell[] {
  const { aliveBytes, aliveErrorBytes, allocatedBytes, allocatedErrorBytes } = row;
  return amount === 'alive'
    ? [aliveBytes, uncertaintyText(aliveBytes, aliveErrorBytes, form)]
    : [allocatedBytes, uncertaintyText(allocatedBytes, allocatedErrorBytes, form)];
}

function heapNotes(
  amounts: readonly HeapAmount[],
  { trans, isPart = false }: TableForm
): readonly string[] {
  const [retained, allocations] = ['--retained', '--allocations'];
  return [
    trans.__(
      'Estimates from samples of the JavaScript heap, with their 95 % confidence interval; “rough” has too few samples.'
    ),
    trans.__(
      'The contents of array buffers are outside this heap, and the place is where the function begins.'
    ),
    amounts.includes('alive')
      ? ''
      : trans.__('Collected objects count as well; %1 adds what is still alive.', retained),
    amounts.includes('allocated')
      ? ''
      : trans.__(
          'Still alive: a full garbage collection at the end did not free it. %1 adds all that was allocated.',
          allocations
        ),
    isPart ? trans.__('Of the largest stacks; the whole profile may have more.') : ''
  ].filter(text => text !== '');
}

function functionNames(trans: Translator): Names {
  return {
    columns: [
      { heading: trans.__('Function'), align: 'left', isCode: true },
      { heading: trans.__('Place'), align: 'left', short: 'place' }
    ],
    cells: row => [row.name === '' ? trans.__('(anonymous)') : row.name, placeOf(row)]
  };
}

function placeOf({ file, line }: Place): string {
  return line > 0 ? `${file}:${line}` : file;
}

/** The table of what functions allocated, and those of the facts of memory, as far as they were recorded. */
export function memoryTables(profile: Profile, form: TableForm): readonly ReportTable[] {
  const functions = heapFunctionsTable(profile, form);
  return [...(functions ? [functions] : []), ...factTables(profile, 'memory', form)];
}
