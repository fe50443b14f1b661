import { ProfileError } from '../../schema/profileError';
import {
  checkBounded,
  checkInteger,
  checkNumber,
  checkRecord,
  checkText,
  checkWord
} from '../../schema/validateValue';
import {
  CROSS_RANK_VERSION,
  type CrossRankReport,
  type CrossRankRun
} from '../../report/crossRank/crossRankReport';
import { CROSS_RANK_LIMITS } from './crossRankBundle';

/** Kinds of fields: numbers that may be null end in `?`. */
export type CrossRankKind = 'number' | 'number?' | 'integer' | 'text';

const SOURCES = { recorded: true, names: true, mixed: true } as const;
const COMPARED_BY = { step: true, cycle: true } as const;

const MAX = Number.MAX_SAFE_INTEGER;

/** The name of a list of a run. */
export type CrossRankList = {
  [Name in keyof CrossRankRun]: CrossRankRun[Name] extends readonly object[] ? Name : never;
}[keyof CrossRankRun];

/** The fields of each list of a run. */
export const CROSS_RANK_LISTS = {
  ranks: {
    rank: 'integer',
    host: 'text',
    pid: 'integer',
    cycles: 'integer',
    recoveredCycles: 'integer',
    phases: 'integer',
    totalNs: 'number',
    medianNs: 'number?',
    maxNs: 'number?',
    pace: 'number?',
    excessNs: 'number'
  },
  rankTimes: {
    rank: 'integer',
    ...fields('durationNs', 'computingNs', 'dataWaitNs', 'gpuWaitNs', 'communicationNs', 'freeNs')
  },
  phases: {
    ...{ phase: 'integer', ranks: 'integer', slowestRank: 'integer', fastestRank: 'integer' },
    ...fields('minNs', 'medianNs', 'maxNs', 'skewNs')
  },
  stragglers: {
    ...{ rank: 'integer', phase: 'integer' },
    ...fields('durationNs', 'expectedNs', 'excessNs')
  },
  operators: {
    ...{ category: 'text', name: 'text', slowestRank: 'integer' },
    ...fields('minNs', 'medianNs', 'maxNs', 'excessNs')
  },
  rankOperators: {
    ...{ rank: 'integer', category: 'text', name: 'text' },
    ...fields('calls', 'selfNs', 'medianNs', 'excessNs')
  },
  memory: { name: 'text', rank: 'integer', ...fields('peakBytes', 'medianBytes') }
} as const satisfies {
  readonly [List in CrossRankList]: {
    readonly [Field in keyof CrossRankRun[List][number]]: CrossRankKind;
  };
};

/** `value` as a report, with all its lists within their limits. @throws ProfileError */
export function checkReport(value: unknown): CrossRankReport {
  const report = checkRecord(value, 'report');
  checkInteger(report.version, 'report.version', CROSS_RANK_VERSION, CROSS_RANK_VERSION);
  checkWord(report.ranksFrom, 'report.ranksFrom', SOURCES);
  const runs: readonly unknown[] = checkBounded(report.runs, 'report.runs', CROSS_RANK_LIMITS.runs);
  runs.forEach((run, at) => checkRun(checkRecord(run, `report.runs[${at}]`), `report.runs[${at}]`));
  return report as unknown as CrossRankReport;
}

function checkRun(run: Record<string, unknown>, place: string): void {
  for (const key of ['run', 'cycles', 'phaseCount']) {
    checkInteger(run[key], `${place}.${key}`, 0, MAX);
  }
  checkWord(run.comparedBy, `${place}.comparedBy`, COMPARED_BY);
  for (const [list, kinds] of Object.entries(CROSS_RANK_LISTS)) {
    const rows: readonly unknown[] = checkBounded(
      run[list],
      `${place}.${list}`,
      CROSS_RANK_LIMITS.rows
    );
    for (const row of rows) {
      checkRow(checkRecord(row, `${place}.${list}`), kinds, `${place}.${list}`);
    }
  }
}

function checkRow(
  row: Record<string, unknown>,
  kinds: Readonly<Record<string, CrossRankKind>>,
  place: string
): void {
  for (const [key, kind] of Object.entries(kinds)) checkField(row[key], `${place}.${key}`, kind);
}

function checkField(value: unknown, place: string, kind: CrossRankKind): void {
  if (kind === 'text') checkText(value, place);
  else if (kind === 'integer') checkInteger(value, place, -MAX, MAX);
  else if (kind === 'number' || value !== null) checkNumber(value, place, -MAX);
}

/** The same numbers in a report that names them twice would make a view show one of them. */
export function checkDistinct(values: readonly number[], place: string): void {
  if (new Set(values).size !== values.length) {
    throw new ProfileError(`${place} must have each number once.`);
  }
}

function fields<K extends string>(...keys: readonly K[]): Readonly<Record<K, 'number'>> {
  return Object.fromEntries(keys.map(key => [key, 'number'])) as Record<K, 'number'>;
}
