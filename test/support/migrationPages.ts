import { readFileSync } from 'node:fs';

/** The pages for users of other profilers, by the name that their tables have in the first column. */
export const MIGRATION_PAGES = {
  MXNet: 'coming-from-mxnet.md',
  PyTorch: 'coming-from-pytorch.md',
  MindSpore: 'coming-from-mindspore.md',
  MegEngine: 'coming-from-megengine.md'
} as const;

/** A profiler that there is a page for. */
export type Upstream = keyof typeof MIGRATION_PAGES;

/** All profilers that there is a page for. */
export const UPSTREAMS = Object.keys(MIGRATION_PAGES) as Upstream[];

/** A row of a table of names. */
export interface NameRow {
  /** The heading that the table is under. */
  readonly heading: string;
  /** The code in the first column. */
  readonly theirs: readonly string[];
  /** The code in the second column: expressions, or names of options. */
  readonly ours: readonly string[];
  /** The default of an option as text; null in tables of other things. */
  readonly usual: string | null;
  /** The last column. */
  readonly note: string;
}

/** The text of a page. */
export function pageText(upstream: Upstream): string {
  const file = `../../docs/user-guide/${MIGRATION_PAGES[upstream]}`;
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** The text of a page in one line, to find sentences in. */
export function pageProse(upstream: Upstream): string {
  return pageText(upstream).replace(/\s+/g, ' ');
}

/** The rows of all tables of a page whose columns are the names upstream and here. */
export function nameRows(upstream: Upstream): readonly NameRow[] {
  const rows: NameRow[] = [];
  let heading = '';
  let columns: readonly string[] | null = null;
  for (const line of pageText(upstream).split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    if (!line.startsWith('|')) {
      columns = null;
      continue;
    }
    const cells = cellsOf(line);
    if (columns === null) columns = cells;
    else if (isOfNames(columns, upstream) && !/^-+$/.test(cells[0])) {
      rows.push(rowOf(heading, columns, cells));
    }
  }
  return rows;
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map(cell => cell.trim());
}

function isOfNames([first, second]: readonly string[], upstream: Upstream): boolean {
  return first === upstream && second === 'Here';
}

function rowOf(heading: string, columns: readonly string[], cells: readonly string[]): NameRow {
  const usual = columns.indexOf('Default');
  return {
    heading,
    theirs: codeOf(cells[0]),
    ours: codeOf(cells[1]),
    usual: usual < 0 ? null : cells[usual],
    note: cells[columns.length - 1]
  };
}

function codeOf(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code);
}
