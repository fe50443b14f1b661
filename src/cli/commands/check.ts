import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { writeFileAtomically } from '../../engine/results/atomicWrite';
import { checkFiles } from '../../check/checkFiles';
import type { Budget } from '../../base/budget';
import { junitXml } from '../../formats/junit';
import { BudgetSyntaxError } from '../../settings/budgets/budgetSyntaxError';
import { parseBudgets } from '../../settings/budgets/parseBudgets';
import {
  type CheckedRun,
  countChecks,
  checkMarkdown,
  checkLine,
  checkSummary
} from '../../report/check';
import { printable } from '../../tables/printable';
import { type CommandContext, ExitCode } from '../shared/commandContext';

interface GivenOptions {
  readonly assert?: readonly Budget[];
  readonly baseline?: string;
  readonly tolerance?: number;
  readonly junit?: string;
  readonly markdown?: string;
  readonly updateBaseline?: boolean;
}

const DETAILS = `
FILE is a profile that 'kernelscope show' reads, or an executed notebook (.ipynb). Every
profiled cell of a notebook is checked, and no cell may have failed. Budgets that a profile was
recorded with are checked, too. The profile of a run that failed or was cut off fails.

Budgets, separated by ';':
  total|self|avg|min|max|count|p95(NAME or /re/)   peak|end(heap|rss|external|gpu)
  wall   cpu   gpuIdle        with  < <= > >= ==   and  ns us ms s B kB MB GB %

A time is a regression when the 95 % confidence intervals of both means lie apart (profiles of
repeated cells), else when it grew by more than the tolerance and by 1 % of the wall time.

Exit codes: 0 everything was met, 1 something was missed, or a file could not be read or
written, 2 wrong usage, or nothing to check.`;

/** Defines `kernelscope check FILE…`: holds profiles to budgets and to a baseline, for CI. */
export function defineCheck(command: Command, context: CommandContext): void {
  command
    .argument('<file...>', 'profiles, or executed notebooks')
    .addOption(
      new Option('--assert <budgets>', 'budgets; may be given several times').argParser(addBudgets)
    )
    .option(
      '--baseline <file>',
      'a profile or an executed notebook; nothing may be slower than in it'
    )
    .addOption(
      new Option('--tolerance <percent>', 'allowed slowdown; default 5% for single runs').argParser(
        parseTolerance
      )
    )
    .option('--junit <file>', "write a report in JUnit's XML")
    .option('--markdown <file>', 'write a report in Markdown')
    .option('--update-baseline', 'make the file the baseline if all budgets are met')
    .addHelpText('after', DETAILS)
    .action(async (files: string[], options: GivenOptions, command: Command) => {
      refuseSenseless(files, options, command);
      await check(files, options, command, context);
    });
}

function addBudgets(text: string, earlier: readonly Budget[] = []): readonly Budget[] {
  try {
    return [...earlier, ...parseBudgets(text)];
  } catch (error) {
    if (error instanceof BudgetSyntaxError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function parseTolerance(text: string): number {
  if (!/^(\d+\.?\d*|\.\d+)\s*%?$/.test(text)) {
    throw new InvalidArgumentError('Give a percentage, such as 5%.');
  }
  return parseFloat(text) / 100;
}

/** @throws CommanderError for options that say nothing together */
function refuseSenseless(files: readonly string[], options: GivenOptions, command: Command): void {
  const { baseline, tolerance, updateBaseline } = options;
  const refuse = (problem: string): never => command.error(`error: ${problem}`);
  if (baseline === undefined && updateBaseline) refuse('--update-baseline needs --baseline FILE');
  if (baseline === undefined && tolerance !== undefined) {
    refuse('--tolerance needs --baseline FILE');
  }
  if (updateBaseline && files.length > 1) {
    refuse(`--update-baseline takes one file, not ${files.length}`);
  }
}

async function check(
  files: readonly string[],
  options: GivenOptions,
  command: Command,
  context: CommandContext
): Promise<void> {
  const { assert = [], baseline, tolerance = null, updateBaseline = false } = options;
  const compared = updateBaseline ? null : (baseline ?? null);
  const runs = await checkFiles(files, { budgets: assert, baseline: compared, tolerance });
  if (countChecks(runs) === 0 && !updateBaseline) {
    command.error('error: nothing to check: give --assert BUDGETS or --baseline FILE');
  }
  report(runs, options, context);
  const hasFailed = countChecks(runs, 'failed') > 0;
  if (hasFailed) context.exit(ExitCode.failed);
  else if (updateBaseline && baseline !== undefined) {
    writeFileAtomically(baseline, readFileSync(files[0]));
    context.err(`${files[0]} is the baseline now: ${baseline}\n`);
  }
}

function report(
  runs: readonly CheckedRun[],
  { junit, markdown }: GivenOptions,
  { out, colors }: CommandContext
): void {
  const paint = { passed: colors.green, failed: colors.red, skipped: colors.dim };
  for (const { title, checks } of runs) {
    const lines = checks.map(one => `  ${paint[one.status](checkLine(one))}\n`);
    out(`${colors.bold(printable(title))}\n${lines.join('')}`);
  }
  out(`${checkSummary(runs)}\n`);
  if (junit !== undefined) writeFileAtomically(junit, Buffer.from(junitXml(runs)));
  if (markdown !== undefined) writeFileAtomically(markdown, Buffer.from(checkMarkdown(runs)));
}
