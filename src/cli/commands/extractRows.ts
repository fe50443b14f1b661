import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from 'commander';
import { packageFiles } from '../../native/packageFiles';
import { type CommandContext, ExitCode } from '../shared/commandContext';

interface ExtractOptions {
  readonly root?: string;
}

const HELP = `
Paths come on standard input, one a line. A directory that cannot be read has one row of table "failed".

Exit codes: 0 all paths were gone through, 1 the rows could not be written, 2 wrong usage.`;

/** Defines `kernelscope extract-rows`. */
export function defineExtractRows(command: Command, context: CommandContext): void {
  command
    .option(
      '--root <folder>',
      'key rows by paths relative to this folder; default as they are given'
    )
    .addHelpText('after', HELP)
    .action((options: ExtractOptions) => run(options, context));
}

/** The reader is a program of its own, which engines start without the command line. */
async function run({ root }: ExtractOptions, { exit }: CommandContext): Promise<void> {
  const given = root === undefined ? [] : [root];
  const command = [packageFiles().rowExtractor, ...given];
  const reader = spawn(process.execPath, command, { stdio: 'inherit' });
  const [code] = (await once(reader, 'exit')) as [number | null];
  if (code !== 0) exit(ExitCode.failed);
}
