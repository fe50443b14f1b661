import { testRun } from '../analysis/slices/testRun';
import type { TableForm } from '../facts/shared/fact';
import type { Profile } from '../model/profile/profile';
import { clippedTo } from '../tables/displayWidth';
import type { Cell, ReportTable } from '../tables/reportTable';

/** Columns that the text of a test takes at most. */
const TEXT_WIDTH = 60;

/**
 * The files of tests and the slowest tests, with shares of the time of all tests. None for a profile without tests.
 */
export function testTables(profile: Profile, { top, trans }: TableForm): readonly ReportTable[] {
  const run = testRun(profile);
  if (run === null) return [];
  const allNs = run.files.reduce((sum, { timeNs }) => sum + timeNs, 0);
  const row = (timeNs: number, text: string): readonly Cell[] => {
    return [clippedTo(text, TEXT_WIDTH), allNs > 0 ? timeNs / allNs : 0, timeNs];
  };
  const table = (title: string, heading: string, rows: ReportTable['rows']): ReportTable => ({
    title,
    columns: [
      { heading, align: 'left' },
      { ...SHARE, heading: trans.__('Time share'), brief: trans.__('Time') },
      { heading: trans.__('Time'), align: 'right', unit: 'nanoseconds' }
    ],
    rows,
    limit: top,
    hidden: 0
  });
  const files = run.files.map(({ file, timeNs }) => row(timeNs, file));
  const tests = run.tests.map(({ file, line, title, timeNs }) =>
    row(timeNs, title === '' ? `${file}:${line}` : `${file}:${line}  ${title}`)
  );
  return [
    table(trans.__('Time by Test File'), trans.__('File'), files),
    table(trans.__('Slowest Tests'), trans.__('Test'), tests)
  ];
}

const SHARE = { align: 'right', unit: 'share', hasBar: true } as const;
