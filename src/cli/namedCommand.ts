import { Command, CommanderError } from 'commander';
import { VERSION } from '../base/version';
import { printableLines } from '../tables/printable';
import { COMMANDS, type CommandEntry } from './commandTable';
import { AbbreviatingCommand } from './shared/abbreviatingCommand';
import { type CommandContext, type CommandOutput, ExitCode } from './shared/commandContext';

/**
 * Runs the command that `args` name, or prints help. What it throws is an error of the command.
 *
 * @returns the exit code if `args` were wrong; null if the command ran
 */
export async function runNamed(
  args: readonly string[],
  output: CommandOutput,
  context: CommandContext
): Promise<number | null> {
  const program = createProgram(output);
  try {
    for (const entry of COMMANDS) {
      const command = addTo(program, entry);
      const { name, alias = name } = entry;
      const isNamed = args.includes(name) || args.includes(alias);
      const define = isNamed ? await entry.load() : undefined;
      define?.(command, context);
    }
    await program.parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage;
    throw error;
  }
}

function createProgram({ out, err }: CommandOutput): Command {
  return new Command('kernelscope')
    .description('Profiler for TypeScript notebooks and Node programs.')
    .version(VERSION)
    .exitOverride()
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: command => `${command.name()} ${command.usage()}` })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(errorText(text))
    })
    .addHelpText('after', '\nExit codes: 0 success, 1 a failure or a failed check, 2 wrong usage.');
}

/** An error of the parser of arguments as all others are written: in one line, with what was probably meant. */
function errorText(text: string): string {
  const [, problem, nearest = ''] = /^error: (.*?)(?:\n\((.*)\))?\n?$/s.exec(text) ?? ['', text];
  const meant = nearest || commandMeant(problem);
  const sentence = meant === '' ? problem : `${problem}. ${meant}`;
  return `kernelscope: ${printableLines(sentence.trimEnd())}\n`;
}

/** Commands by names that other tools have for the same. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['profile', 'record', 'exec', 'start'].map(name => [name, 'run'] as const),
  ...['report', 'print', 'open', 'view', 'stats'].map(name => [name, 'show'] as const),
  ['compare', 'diff'],
  ['export', 'convert'],
  ['info', 'doctor']
]);

/** A suggestion for an unknown command that is spelled like none: a file to run or show, or another tool's word; '' if there is none. */
function commandMeant(problem: string): string {
  const [, word = ''] = /^unknown command '(.*)'/s.exec(problem) ?? [];
  const isProgram = /\.[cm]?[jt]sx?$/i.test(word);
  if (isProgram || word.endsWith('.kscope')) {
    return `Did you mean ${isProgram ? 'run' : 'show'} ${word}?`;
  }
  const command = OTHER_NAMES.get(word);
  return command === undefined ? '' : `Did you mean ${command}?`;
}

/** Adds a command as help lists it. */
function addTo(program: Command, entry: CommandEntry): Command {
  const { name, alias, usage, description, abbreviates } = entry;
  const command = abbreviates ? new AbbreviatingCommand(name) : new Command(name);
  command.copyInheritedSettings(program).usage(usage).description(description);
  if (alias !== undefined) command.alias(alias);
  program.addCommand(command);
  return command;
}
