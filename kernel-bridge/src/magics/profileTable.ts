import {
  type RecordedProfile,
  clippedTo,
  displayWidth,
  formatDuration,
  givenName,
  localDateTime,
  padLeft,
  padRight,
  printable
} from 'kernelscope/host';

/** The maximum width of a name or id; longer ones are cut off. */
const MAX_WIDTH = 40;

const HEADINGS = ['Name', 'Id', 'Cell', 'Time', 'Duration', 'Status'] as const;
const DURATION = HEADINGS.indexOf('Duration');

/** The lines of a table of profiles, aligned; none without profiles. */
export function profileTable(profiles: readonly RecordedProfile[]): string[] {
  if (profiles.length === 0) return [];
  const rows = [HEADINGS, ...profiles.map(cellsOf)];
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map(row => displayWidth(row[at]))));
  return rows.map(row =>
    row
      .map((cell, at) => (at === DURATION ? padLeft(cell, widths[at]) : padRight(cell, widths[at])))
      .join('  ')
      .trimEnd()
  );
}

function cellsOf({ data: { meta }, wallNs }: RecordedProfile): readonly string[] {
  const { id, cell, startedAtMs, status } = meta;
  const name = cutOff(givenName(meta) ?? '(unnamed)');
  const place = cell === null ? '' : String(cell.executionCount);
  const time = localDateTime(startedAtMs) ?? '';
  return [name, cutOff(printable(id)), place, time, formatDuration(wallNs), status];
}

function cutOff(text: string): string {
  return clippedTo(text, MAX_WIDTH);
}
