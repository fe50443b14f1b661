import { hotLines } from '../analysis/stacks/lineCosts';
import { testRun } from '../analysis/slices/testRun';
import { packageTimes, type TimeOwner } from '../analysis/stacks/packageTimes';
import { programPart, startUpNs } from '../analysis/stacks/programPart';
import { plural } from '../base/text';
import type { TableForm } from '../facts/shared/fact';
import type { Profile } from '../model/profile/profile';
import type { Cell, ReportColumn, ReportTable } from '../tables/reportTable';

/** The source of a line as it was written, or undefined where it is not known. */
export type SourceOfLine = (file: string, line: number) => string | undefined;

/**
 * The lines with the most CPU time, with their sources as far as they are known. The rows add up to the last one, the
 * whole. Without rows for a profile without lines.
 */
export function hotLinesTable(
  profile: Profile,
  form: TableForm,
  sourceOf: SourceOfLine
): ReportTable {
  const { trans } = form;
  const { wholeNs, restNs, lines } = hotLines(profile);
  const rest = { selfNs: restNs, name: 'other code, and when idle' };
  const named = lines.map(line => ({ ...line, name: `${line.file}:${line.line}` }));
  const table = sumTable(named, {
    ...{ profile, wholeNs, form, noun: 'other line', rest: restNs > 0 ? [rest] : [] },
    behind: ({ file, line }) => [sourceOf(file, line)?.trim() ?? '']
  });
  const place = { heading: trans.__('Place'), align: 'left', short: 'place', longest: 60 } as const;
  const source = { heading: trans.__('Source'), align: 'left', isCode: true } as const;
  return {
    ...table,
    title: trans.__('Hottest Lines'),
    columns: [place, ...table.columns, source],
    places: lines.slice(0, table.rows.length).map(({ file, line }) => ({ file, line }))
  };
}

const OWNERS: Readonly<Record<Exclude<TimeOwner, 'package' | 'library'>, string>> = {
  own: 'your code',
  node: 'Node.js (node: modules)',
  loading: 'module loading (import, require)',
  native: 'native code',
  gc: 'garbage collection',
  program: '(program)',
  coreWait: 'waiting for a core',
  idle: 'idle, waiting or not sampled'
};

/**
 * The npm packages and others that time was spent in; the rows add up to the last one, the whole. Without rows for a
 * profile without CPU samples.
 */
export function packagesTable(profile: Profile, form: TableForm): ReportTable {
  const { wholeNs, rows } = packageTimes(profile);
  const named = rows.map(({ owner, name, ...times }) => {
    const isNamed = owner === 'package' || owner === 'library';
    return { ...times, name: isNamed ? name : OWNERS[owner] };
  });
  const behind = (): readonly string[] => [];
  const table = sumTable(named, { profile, wholeNs, form, noun: 'other', rest: [], behind });
  const column = { heading: form.trans.__('Package'), align: 'left', short: 'file' } as const;
  const columns = [column, ...table.columns];
  return { ...table, title: form.trans.__('Time by Package'), columns };
}

/** A row of times in nanoseconds; `totalNs` is null where it is not known, or would mean nothing. */
interface TimeRow {
  readonly name: string;
  readonly selfNs: number;
  readonly totalNs: number | null;
}

interface SumOptions<Row> {
  readonly profile: Profile;
  /** What the rows and `rest` add up to, nanoseconds. */
  readonly wholeNs: number;
  readonly form: TableForm;
  /** What the rows that are left out are called, for one of them. */
  readonly noun: string;
  readonly rest: readonly Pick<TimeRow, 'name' | 'selfNs'>[];
  /** The cells behind the times of a row that is on show. */
  readonly behind: (row: Row) => readonly string[];
}

/** The columns of times, the rows that are on show, and what they and the others add up to. */
function sumTable<Row extends TimeRow>(
  rows: readonly Row[],
  { profile, wholeNs, form: { top, trans }, noun, rest, behind }: SumOptions<Row>
): Omit<ReportTable, 'title'> {
  const times = ({ name, selfNs, totalNs }: TimeRow): readonly Cell[] => {
    return [name, wholeNs > 0 ? selfNs / wholeNs : 0, selfNs, totalNs];
  };
  const shown = top > 0 ? rows.slice(0, top) : rows;
  const others = rows.slice(shown.length);
  const othersNs = others.reduce((sum, { selfNs }) => sum + selfNs, 0);
  const sums = [
    ...(others.length > 0 ? [{ name: plural(others.length, noun), selfNs: othersNs }] : []),
    ...rest,
    { name: wholeText(profile, wholeNs), selfNs: wholeNs }
  ];
  const empty = rows.length === 0 ? [] : behind(rows[0]).map(() => '');
  return {
    columns: timeColumns(trans),
    rows: shown.map(row => [...times(row), ...behind(row)]),
    foot: sums.map(row => [...times({ ...row, totalNs: null }), ...empty]),
    hidden: 0
  };
}

function timeColumns(trans: TableForm['trans']): readonly ReportColumn[] {
  const time = { align: 'right', unit: 'nanoseconds' } as const;
  const share = { align: 'right', unit: 'share', hasBar: true } as const;
  return [
    { ...share, heading: trans.__('Self share'), brief: trans.__('Self') },
    { ...time, heading: trans.__('Self') },
    { ...time, heading: trans.__('Total') }
  ];
}

/** The whole that times of threads are shares of: the wall time, or the time of all threads where that is more. */
function wholeText(profile: Profile, wholeNs: number): string {
  const { meta, samples } = programPart(profile);
  if (wholeNs <= meta.durationNs) {
    if (startUpNs(profile) > 0 && testRun(profile) !== null) return 'all of the time of tests';
    return startUpNs(profile) > 0 ? 'all of the wall time after start-up' : 'all of the wall time';
  }
  const threads = new Set(samples.track).size;
  return threads > 1 ? `all time of ${plural(threads, 'thread')}` : 'all time of the thread';
}
