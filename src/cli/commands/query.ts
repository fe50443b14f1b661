import { readFileSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { queryDataset } from '../../compat/mindspore/offline/datasetViews';
import { loadProfileThatTells } from '../../engine/results/loadProfile';
import { QUERY_LIMITS } from '../../engine/sql/queryLimits';
import { queryProfiles } from '../../engine/sql/queryProfiles';
import type { QueryRows } from '../../engine/sql/queryRows';
import { formatCount } from '../../base/text';
import { SQL_VIEW_NAMES } from '../../model/output/sqlViews';
import { type CommandContext, UsageError } from '../shared/commandContext';
import { parseRows } from '../shared/rowsArgument';

interface QueryOptions {
  readonly json: boolean;
  readonly csv: boolean;
  readonly top: number;
}

const HELP = `
Views: ${SQL_VIEW_NAMES.join(', ')}. DESCRIBE slices lists the columns of one.
Of two files, a.slices is the view of the first, b.slices that of the second.
A folder is one that offline-analyse has analysed; its views are cycles, steps, operators, memory, and those
above once extract-views has extracted them.
The query may be - to read it from standard input. It is one statement that only reads. It is stopped after
${QUERY_LIMITS.timeMs / 1000} s, and gives ${formatCount(QUERY_LIMITS.rows)} rows at most.

  kernelscope query run.kscope "SELECT name, sum(self_ns) FROM slices GROUP BY name ORDER BY 2 DESC LIMIT 5"`;

/** Rows of the text, unless another number is given. */
const TOP = 50;

/** Defines `kernelscope query FILE [FILE_B] SQL`: the rows of an SQL query over saved profiles. */
export function defineQuery(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'a saved profile or trace, or an analysed folder')
    .argument('<words...>', 'another profile, and the query')
    .addOption(new Option('--json', 'print all rows as a JSON array').conflicts('csv'))
    .option('--csv', 'print all rows as CSV')
    .addOption(
      new Option('-n, --top <rows>', 'rows of the text, 0 = all').argParser(parseRows).default(TOP)
    )
    .addHelpText('after', HELP)
    .action((file: string, words: readonly string[], options: QueryOptions) =>
      run([file, ...words], options, context)
    );
}

async function run(
  words: readonly string[],
  { json, csv, top }: QueryOptions,
  { out, err }: CommandContext
): Promise<void> {
  const [first, second, ...more] = words.slice(0, -1);
  if (more.length > 0) {
    throw new UsageError('Give one or two files, then the query as one argument, in quotes');
  }
  const sql = queryOf(words[words.length - 1]);
  const rows = await answer(first, second, sql);
  if (json) out(`${JSON.stringify(rows, withoutBigints, 2)}\n`);
  else out(csv ? rows.toCsv() : `${rows.table(top)}\n`);
  if (rows.isCut && (json || csv)) {
    err(`kernelscope: only the first ${formatCount(rows.length)} rows; the query has more\n`);
  }
}

async function answer(first: string, second: string | undefined, sql: string): Promise<QueryRows> {
  const folder = [first, second].find(each => each !== undefined && isFolder(each));
  if (folder !== undefined) {
    if (second === undefined) return queryDataset(first, sql);
    throw new UsageError(`${folder} is a folder, which is queried alone`);
  }
  const profile = loadProfileThatTells(first).data;
  return second === undefined
    ? queryProfiles([profile], sql)
    : queryProfiles([profile, loadProfileThatTells(second).data], sql);
}

function queryOf(word: string): string {
  return word === '-' ? readFileSync(0, 'utf8') : word;
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** JSON has no whole numbers beyond 2⁵³ that all readers take: they are texts. */
function withoutBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
