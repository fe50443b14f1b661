import type { Command } from 'commander';
import { cellChange } from '../../analysis/comparison/verdict';
import { pairByName } from '../../check/baseline';
import {
  FIGURES_HEAD,
  type NotebookFigures,
  baselineFigures,
  notebookFigures
} from '../../check/notebookFigures';
import { type ComparedCell, slowerCells } from '../../report/comparedCells';
import { type NotebookReport, notebookMarkdown, notebookText } from '../../report/notebookReport';
import { type CommandContext, ExitCode } from '../shared/commandContext';

interface NotebookOptions {
  readonly baseline?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

const DETAILS = `
The profiles are those that %%profile has left in the outputs of an executed notebook. Cells of
the baseline have the same name, or the same position in notebooks of as many profiled cells.
A time has changed if the 95 % confidence interval of the change says so, which takes cells
that were repeated (--repeat) in both notebooks; a single run cannot tell a change from chance.

Exit codes: 0 success, 1 a cell failed, is slower than in the baseline, or a file could not be
read, 2 wrong usage.`;

/** Defines `kernelscope notebook FILE`: the profiles in an executed notebook, cell by cell. */
export function defineNotebook(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'an executed notebook')
    .option(
      '-b, --baseline <file>',
      'say what has changed since another one, or since what --json wrote of it'
    )
    .option('--json', 'print JSON, which --baseline reads', false)
    .option('--markdown', 'print Markdown for comments and summaries', false)
    .addHelpText('after', DETAILS)
    .action(async (file: string, options: NotebookOptions, command: Command) => {
      if (options.json && options.markdown) command.error('error: give --json or --markdown');
      await reportNotebook(file, options, context);
    });
}

async function reportNotebook(
  file: string,
  { baseline: given, json, markdown }: NotebookOptions,
  { out, exit }: CommandContext
): Promise<void> {
  const baseline = given ?? null;
  const figures = await notebookFigures(file);
  const cells = await comparedCells(figures, baseline);
  const problems = figures.problems.map(({ place, text }) =>
    place === '' ? text : `${place}: ${text}`
  );
  const report = { title: file, cells, problems, baseline };
  if (json) out(`${JSON.stringify(jsonOf(report), null, 2)}\n`);
  else out(markdown ? notebookMarkdown(report) : notebookText(report));
  if (problems.length > 0 || slowerCells(cells).length > 0) exit(ExitCode.failed);
}

async function comparedCells(
  { cells }: NotebookFigures,
  baseline: string | null
): Promise<readonly ComparedCell[]> {
  const before = baseline === null ? [] : await baselineFigures(baseline);
  const pairs = pairByName(cells, before);
  return cells.map((figures, at) => {
    const pair = pairs[at];
    return { figures, before: pair, change: pair && cellChange(pair, figures) };
  });
}

/** The figures of each cell, with what changed beside them. */
function jsonOf({ cells, problems, baseline }: NotebookReport): object {
  return {
    ...FIGURES_HEAD,
    baseline,
    cells: cells.map(({ figures, before, change }) => ({
      ...figures,
      ...(baseline !== null && { before, change })
    })),
    problems
  };
}
