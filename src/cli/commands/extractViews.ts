import path from 'node:path';
import { type Command, Option } from 'commander';
import { formatCount, plural } from '../../base/text';
import {
  type ExtractedViews,
  extractViews,
  EXTRACTED_VIEWS,
  sparkViews
} from '../../compat/mindspore/offline/datasetViews';
import { type CommandContext, ExitCode } from '../shared/commandContext';
import { progressOf } from '../shared/progress';

interface ExtractViewsOptions {
  readonly spark?: true;
  readonly sparkPath?: string;
}

const HELP = `
FOLDER is one that offline-analyse has analysed. Rows are written below rows/; those of profiles that have not changed
since the last call are kept. Views: ${EXTRACTED_VIEWS.join(', ')}.

Exit codes: 0 all profiles were extracted, 1 some could not be read (all others are extracted), 2 wrong usage.

  kernelscope extract-views --spark data > views.sql`;

/** Defines `kernelscope extract-views FOLDER`. */
export function defineExtractViews(command: Command, context: CommandContext): void {
  command
    .argument('<folder>', 'an analysed folder')
    .option('--spark', 'print the statements that make the views in Spark')
    .addOption(
      new Option(
        '--spark-path <path>',
        'the same, with the path or address under which Spark sees the folder'
      ).implies({ spark: true })
    )
    .addHelpText('after', HELP)
    .action((folder: string, options: ExtractViewsOptions) => run(folder, options, context));
}

async function run(
  folder: string,
  { spark, sparkPath = path.resolve(folder) }: ExtractViewsOptions,
  context: CommandContext
): Promise<void> {
  const { out, err, exit } = context;
  const extracted = await extractViews(
    folder,
    progressOf(total => context.progress('Extracting', total))
  );
  const tell = spark ? err : out;
  tell(summaryOf(extracted));
  if (spark) out(sparkViews(folder, sparkPath));
  for (const { directory, reason } of extracted.failed) {
    err(`kernelscope: ${directory}: ${reason}\n`);
  }
  if (extracted.failed.length > 0) exit(ExitCode.failed);
}

function summaryOf({ profiles, read }: ExtractedViews): string {
  const all = plural(profiles, 'profile');
  return `${EXTRACTED_VIEWS.length} views of ${all}, ${formatCount(read)} read now\n`;
}
