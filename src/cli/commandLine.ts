import { createColors } from 'picocolors';
import { messageOf } from '../base/errors';
import { MagicError } from '../settings/parse/magicErrors';
import { printableLines } from '../tables/printable';
import {
  type CommandContext,
  type CommandOutput,
  ExitCode,
  UsageError
} from './shared/commandContext';
import { NO_PROGRESS, progressBar } from './shared/progress';

/**
 * Runs `kernelscope` with `args` (without program and script) and returns its exit code. Errors are
 * reported in one line on `err`.
 */
export async function runCommandLine(
  args: readonly string[],
  output: CommandOutput
): Promise<number> {
  let exitCode: number = ExitCode.ok;
  const context = contextOf(output, code => void (exitCode = code));
  const [first, ...rest] = args;
  try {
    // it reads its arguments itself, so that no parser has to be loaded for it
    if (first !== 'run') {
      const { runNamed } = await import('./namedCommand.js');
      return (await runNamed(args, output, context)) ?? exitCode;
    }
    const { runWith } = await import('./commands/run.js');
    await runWith(rest, context);
    return exitCode;
  } catch (error) {
    output.err(`kernelscope: ${printableLines(messageOf(error))}\n`);
    const isUsage = error instanceof UsageError || error instanceof MagicError;
    return isUsage ? ExitCode.usage : ExitCode.failed;
  }
}

function contextOf(output: CommandOutput, exit: (code: number) => void): CommandContext {
  const { out, err, columns = null, hasColors = false } = output;
  const progress: CommandContext['progress'] = (title, total) =>
    columns === null ? NO_PROGRESS : progressBar(title, total, { write: err, columns });
  return { out, err, exit, progress, colors: createColors(hasColors) };
}
