import { PROFILE_OPTIONS } from '../table/optionTable';
import type { MagicOption, MagicSpec } from '../table/optionTypes';
import { ParseContext } from './parseContext';
import { parseOptions } from './parseOptions';
import { DEFAULT_PROFILE_OPTIONS, type ProfileOptions } from '../table/profileOptions';
import type { Word } from './splitWords';

/** Options that say something else of a program than of a cell. */
const OTHER_HELP: Readonly<Record<string, string>> = {
  quiet: 'record, print nothing',
  warmup: 'run the program N times before it is recorded',
  assert: 'exit with 1 when a budget is missed',
  compare: 'print differences from the profile in a file'
};

/** Only programs have a start-up that is told from the rest. */
const START_UP_OPTION: MagicOption = {
  key: 'startUp',
  long: 'startup',
  value: { kind: 'flag' },
  help: 'count start-up as a part of all times: Node, compiler, loading of packages'
};

/** `kernelscope run`: it has the options of `%%profile`, with one file after each `-o`, and `--startup`. */
export const RUN_COMMAND: MagicSpec = {
  kind: 'command',
  name: 'run',
  help: 'Run a Node program, JavaScript or TypeScript, under the profiler',
  operands: 'FILE [-- ARGS]',
  options: [...PROFILE_OPTIONS.filter(isOfPrograms).map(optionOfRun), START_UP_OPTION],
  subcommands: []
};

/** A program has no earlier text that it could be tried against. */
function isOfPrograms({ key }: MagicOption): boolean {
  return key !== 'trial';
}

function optionOfRun(option: MagicOption): MagicOption {
  const { value, long, help } = option;
  const limited = value.kind === 'files' ? { ...value, metavar: 'OUT', most: 1 } : value;
  const named = long === 'compare' && limited.kind === 'text' ? inFiles(limited) : limited;
  return { ...option, value: named, help: OTHER_HELP[long] ?? help };
}

function inFiles(value: MagicOption['value'] & { kind: 'text' }): MagicOption['value'] {
  return { ...value, metavar: 'FILE', words: [] };
}

/** The request of a `kernelscope run` command line. */
export type RunLine =
  | { readonly wants: 'help' }
  | {
      readonly wants: 'run';
      readonly options: ProfileOptions;
      readonly file: string;
      /** Those of the program. */
      readonly args: readonly string[];
    };

/**
 * Reads the arguments after `run`. Options come before or after the file; the arguments of the program
 * come after a `--`, which may be left out before arguments that do not look like options.
 *
 * @throws MagicError naming the wrong word and the correct form
 */
export function parseRunLine(args: readonly string[]): RunLine {
  const context = new ParseContext(RUN_COMMAND);
  const words = wordsOf(args);
  const separator = args.indexOf('--');
  const own = separator < 0 ? words : words.slice(0, separator);
  const { patch, operands, wantsHelp } = parseOptions(RUN_COMMAND, own, context);
  if (wantsHelp) return { wants: 'help' };
  const forProgram = separator < 0 ? [] : args.slice(separator + 1);
  const [file, ...rest] = [...operands.map(({ text }) => text), ...forProgram];
  const end = words.at(-1)?.end ?? 0;
  if (file === undefined) {
    throw context.badValue('Name the file of a program.', { start: end, end });
  }
  const options = { ...DEFAULT_PROFILE_OPTIONS, ...patch };
  return { wants: 'run', options, file, args: rest };
}

/** The arguments as words of one line, with a blank between two. */
function wordsOf(args: readonly string[]): Word[] {
  let start = 0;
  return args.map(text => {
    const word = { text, start, end: start + text.length, quoted: false };
    start = word.end + 1;
    return word;
  });
}
