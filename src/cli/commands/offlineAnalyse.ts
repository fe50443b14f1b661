import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAX_WORKERS, type OnOfflineProgress } from '../../compat/mindspore/offline/offlineOptions';
import type { OfflineReport } from '../../compat/mindspore/offline/offlineReport';
import type { OfflineEngine } from '../../compat/mindspore/offline/offlineEngine';
import { Profiler } from '../../runtime/runtime';
import { formatCount, plural } from '../../base/text';
import { type CommandContext, ExitCode, UsageError } from '../shared/commandContext';
import { progressOf } from '../shared/progress';

/** The options about the engine, of which those of Spark go with Spark alone. */
interface EngineOptions {
  readonly engine?: 'duckdb' | 'spark';
  readonly master?: string;
  readonly sparkConf?: Readonly<Record<string, string>>;
  readonly sparkNode?: string;
}

interface OfflineCommandOptions extends EngineOptions {
  readonly pretty?: true;
  readonly stepList?: readonly number[];
  readonly dataSimplification?: true;
  readonly tablesOnly?: true;
  readonly workers?: number;
  readonly json?: true;
}

const HELP = `
PATH is one *_kscope directory, or a folder with many, also with one folder per rank.

Exit codes: 0 all analysed, 1 some could not be analysed or written (all others are),
2 wrong usage.`;

/** Steps that a range may name. */
const MAX_STEPS = 1_000_000;

/** Defines `kernelscope offline-analyse PATH`. */
export function defineOfflineAnalyse(command: Command, context: CommandContext): void {
  command
    .argument('<path>', 'directory of a cycle, or a folder with many')
    .option('--pretty', 'indent JSON files')
    .option('--step-list <steps>', 'steps to analyse, 2,3,4 or 2-4; default all', parseSteps)
    .option('--data-simplification', 'remove FRAMEWORK/ of each directory afterwards')
    .option('--tables-only', 'no files in the directories; read again only what has changed')
    .option('--workers <n>', 'threads; default half the cores', parseWorkers)
    .addOption(
      new Option('--engine <name>', 'what reads and compares')
        .choices(['duckdb', 'spark'])
        .default('duckdb')
    )
    .option('--master <url>', 'of Spark: spark://host:7077, yarn, k8s://… or local[4]')
    .option('--spark-conf <name=value>', 'a setting of Spark; may be given again', addSetting)
    .option('--spark-node <path>', 'the Node that Spark starts on its machines; default node')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action((path: string, options: OfflineCommandOptions) => run(path, options, context));
}

async function run(
  path: string,
  { json, engine, master, sparkConf, sparkNode, ...options }: OfflineCommandOptions,
  context: CommandContext
): Promise<void> {
  const spark = engineOf({ engine, master, sparkConf, sparkNode });
  const advance = progressOf(total => context.progress('Analysing', total));
  const onProgress: OnOfflineProgress = ({ done, total }) => advance(done, total);
  const report = await Profiler.offlineAnalyse(path, { ...options, engine: spark, onProgress });
  const indent = options.pretty ? 2 : 0;
  context.out(json ? `${JSON.stringify(report, null, indent)}\n` : String(report));
  if (!report.isComplete) tellFailure(report, context);
}

function tellFailure(report: OfflineReport, { err, exit }: CommandContext): void {
  const { analysed, skipped, failed, problems } = report;
  exit(ExitCode.failed);
  for (const problem of problems) err(`kernelscope: ${problem}\n`);
  if (failed.length === 0) return;
  const all = plural(analysed.length + skipped.length + failed.length, 'directory', 'directories');
  err(`kernelscope: ${failed.length} of ${all} could not be analysed\n`);
}

function engineOf({
  engine,
  master,
  sparkConf: conf,
  sparkNode: node
}: EngineOptions): OfflineEngine | null {
  const isSpark = engine === 'spark';
  if (isSpark && master !== undefined) return { spark: { master, conf, node } };
  if (isSpark) throw new UsageError('--engine spark needs --master, such as spark://host:7077');
  const given = [master, conf, node].some(value => value !== undefined);
  if (given) throw new UsageError('--master, --spark-conf and --spark-node need --engine spark');
  return null;
}

function addSetting(
  text: string,
  settings: Readonly<Record<string, string>> = {}
): Readonly<Record<string, string>> {
  const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return { ...settings, [name]: value };
  throw new InvalidArgumentError('Give a setting such as spark.executor.memory=4g.');
}

function parseSteps(text: string): readonly number[] {
  const steps = stepsIn(text);
  const isValid = steps?.every((step, at) => step === steps[0] + at && Number.isSafeInteger(step));
  if (steps && isValid) return steps;
  throw new InvalidArgumentError(
    `Give consecutive steps, such as 2,3,4 or 2-4, ${formatCount(MAX_STEPS)} at most.`
  );
}

function parseWorkers(text: string): number {
  const workers = /^\d+$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= MAX_WORKERS) return workers;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_WORKERS}.`);
}

/** The step numbers in a text, or null if it has none. */
function stepsIn(text: string): readonly number[] | null {
  const range = /^(\d+)-(\d+)$/.exec(text);
  if (!range) return /^\d+(,\d+)*$/.test(text) ? text.split(',').map(Number) : null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  const length = last - first + 1;
  if (length < 1 || length > MAX_STEPS) return null;
  return Array.from({ length }, (_, at) => first + at);
}
