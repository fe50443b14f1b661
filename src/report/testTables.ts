import { testRun } from '../analysis/slices/testRun';
import { NS_PER_MS } from '../base/time';
import type { Profile } from '../model/profile/profile';
import { clippedTo } from '../tables/displayWidth';
import { printable } from '../tables/printable';
import { textTable } from '../tables/textTable';

/** Columns that the text of a test takes at most. */
const TEXT_WIDTH = 60;

const HEADINGS = ['Time %', 'Time (ms)'];

/**
 * The `top` files of tests and the `top` slowest tests, as text, 0 for all, with shares of the time of all tests. Empty
 * for a profile without tests.
 */
export function testTables(profile: Profile, top: number): string {
  const run = testRun(profile);
  if (run === null) return '';
  const allNs = run.files.reduce((sum, { timeNs }) => sum + timeNs, 0);
  const row = (timeNs: number, text: string): readonly string[] => [
    (allNs > 0 ? (100 * timeNs) / allNs : 0).toFixed(1),
    (timeNs / NS_PER_MS).toFixed(1),
    clippedTo(printable(text), TEXT_WIDTH)
  ];
  const files = run.files.map(({ file, timeNs }) => row(timeNs, file));
  const tests = run.tests.map(({ file, line, title, timeNs }) =>
    row(timeNs, title === '' ? `${file}:${line}` : `${file}:${line}  ${title}`)
  );
  const byFile = textTable('Time by Test File', [...HEADINGS, 'File'], files, top);
  return `${byFile}${textTable('Slowest Tests', [...HEADINGS, 'Test'], tests, top)}`;
}
