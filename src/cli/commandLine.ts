import { Command, CommanderError } from 'commander';
import { messageOf } from '../base/errors';
import type { CommandOutput } from './commandOutput';
import { addConvert } from './commands/convert';
import { addShow } from './commands/show';
import { VERSION } from '../base/version';

/** Exit codes of `kernelscope`. */
export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs `kernelscope` with `args` (without program and script) and returns its exit code. */
export function runCommandLine(args: readonly string[], output: CommandOutput): number {
  const program = new Command('kernelscope');
  program
    .description('Profiler for TypeScript notebooks: show and convert recorded profiles.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 a file could not be read or written, 2 wrong usage.'
    );
  addShow(program, output);
  addConvert(program, output);
  try {
    program.parse([...args], { from: 'user' });
    return ExitCode.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    output.err(`kernelscope: ${messageOf(error)}\n`);
    return ExitCode.failed;
  }
}
