import { type Command, Option } from 'commander';
import { withStartUp, gpuReport, summarize } from '../../analysis';
import { RecordedProfile } from '../../engine/results/recordedProfile';
import { isEmptyProfile } from '../../open/readProfile';
import { SORT_KEYS, type SortKey } from '../../analysis/statistics/aggregateTypes';
import {
  DEFAULT_PROFILE_OPTIONS,
  TEXT_FORMATS,
  type TextFormat,
  type ProfileOptions
} from '../../settings/table/profileOptions';
import { type CommandContext, UsageError } from '../shared/commandContext';
import { profileText } from '../shared/profileText';
import { parseRows } from '../shared/rowsArgument';
import { shownOptions, type ShownOptions, shownProfile } from '../shared/shownProfile';
import { FACT_TABLES, type FactRows, timeText } from '../shared/timeText';
import type { Profile } from '../../model/profile/profile';
import { gpuReportText, summaryLine } from '../../report';

interface ShowOptions extends ShownOptions {
  readonly sortBy: SortKey;
  readonly ascending: boolean;
  readonly top: number;
  readonly format: TextFormat;
  readonly gpu: boolean;
  readonly startup: boolean;
  readonly lines?: OptionalRows;
  readonly packages?: OptionalRows;
  readonly facts: FactRows<OptionalRows>;
}

/** Rows of a table that may be left out: `true` for as many as usual, a text if it is the file that follows. */
type OptionalRows = true | number | string;

/** Defines `kernelscope show FILE…`: the statistics of a saved profile, or of several on one timeline, as text. */
export function defineShow(command: Command, context: CommandContext): void {
  const { out, err } = context;
  const { sortBy, top, format } = DEFAULT_PROFILE_OPTIONS;
  const ofFacts = FACT_TABLES.map(({ name, letter, long, noun }) => {
    return { name, option: rowsOption(`-${letter}, --${long} [rows]`, `print ${noun} instead`) };
  });
  command
    .argument('[files...]', '.kscope files, or traces of Chrome, Perfetto, nvprof or Nsight')
    .addOption(
      new Option('-s, --sort-by <key>', 'order of rows').choices(SORT_KEYS).default(sortBy)
    )
    .option('-a, --ascending', 'smallest first', false)
    .addOption(new Option('-n, --top <rows>', 'rows, 0 = all').argParser(parseRows).default(top))
    .addOption(new Option('-f, --format <form>', 'form').choices(TEXT_FORMATS).default(format))
    .option('-g, --gpu', 'print GPU activity instead', false)
    .option('--startup', 'count the start-up of a program as a part of all times', false)
    .addOption(rowsOption('-l, --lines [rows]', 'print the hottest lines instead'))
    .addOption(rowsOption('-p, --packages [rows]', 'print the time by package instead'))
    .action((named: readonly string[], given: Omit<ShowOptions, 'facts'>) => {
      const rows = command.opts<Readonly<Record<string, OptionalRows | undefined>>>();
      const facts = ofFacts.reduce<FactRows<OptionalRows>>(
        (read, { name, option }) => ({ ...read, [name]: rows[option.attributeName()] }),
        {}
      );
      const options = { ...given, facts };
      const loaded = shownProfile(filesOf(named, options), options, context);
      const profile = options.startup ? new RecordedProfile(withStartUp(loaded.data)) : loaded;
      if (isEmptyProfile(profile.data)) err('kernelscope: the trace is empty\n');
      out(text(profile, options));
    });
  for (const { option } of ofFacts) command.addOption(option);
  for (const option of shownOptions()) command.addOption(option);
}

function text(profile: RecordedProfile, options: ShowOptions): string {
  const { lines, packages, top: usual } = options;
  if (options.gpu) return gpuText(profile.data, options);
  if (rowsGiven(options).length === 0) return profileText(profile, options);
  const facts = FACT_TABLES.reduce<FactRows<number>>(
    (rows, { name }) => ({ ...rows, [name]: rowsOf(options.facts[name], usual) }),
    {}
  );
  const tables = { lines: rowsOf(lines, usual), packages: rowsOf(packages, usual), facts };
  return timeText(profile.data, tables, options.format);
}

function rowsOption(flags: string, description: string): Option {
  const read = (text: string): OptionalRows => (/^\d+$/.test(text) ? parseRows(text) : text);
  return new Option(flags, description).argParser(read);
}

function rowsOf(rows: OptionalRows | undefined, usual: number): number | undefined {
  return rows === undefined || typeof rows === 'number' ? rows : usual;
}

/** What stands behind the options of tables that are given. */
function rowsGiven(options: ShowOptions): readonly OptionalRows[] {
  const all = [options.lines, options.packages, ...Object.values(options.facts)];
  return all.filter(rows => rows !== undefined);
}

/** The files, of which one may stand behind an option whose number of rows was left out. */
function filesOf(named: readonly string[], options: ShowOptions): readonly string[] {
  const files = [...named, ...rowsGiven(options)].filter(each => typeof each === 'string');
  if (files.length > 0) return files;
  throw new UsageError('Name the file of a profile. See kernelscope show --help.');
}

/** The GPU report for a terminal: the summary of the profile and its report, or the report as JSON. */
export function gpuText(
  profile: Profile,
  { top, format }: Pick<ProfileOptions, 'top' | 'format'>
): string {
  const report = gpuReport(profile);
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  const text =
    report === null
      ? '\nNothing ran on a GPU.\n'
      : gpuReportText(report, { wallNs: profile.meta.durationNs, top });
  return `${summaryLine(summarize(profile))}\n${text}`;
}
