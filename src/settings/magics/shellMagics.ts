import { HELP_OPTION } from '../table/optionTable';
import { magicLabel } from '../table/optionTypes';
import type { HelpCommand, KnownMagic, MagicLine } from './magic';
import { readOperands } from './readOperands';

/** `%npm`, `%sh` and `%%sh`. */
export const NPM = {
  kind: 'line',
  name: 'npm',
  help: 'Run npm in the folder of the notebook, such as %npm install lodash',
  operands: 'ARGUMENTS',
  options: [],
  subcommands: [],
  read: (line): ShellCommand => ({ command: 'shell', script: `npm ${writtenScript(line)}` })
} as const satisfies KnownMagic;
export const SHELL_LINE = {
  kind: 'line',
  name: 'sh',
  help: 'Run a command in the shell of the system',
  operands: 'COMMAND',
  options: [],
  subcommands: [],
  read: (line): ShellCommand => ({ command: 'shell', script: writtenScript(line) })
} as const satisfies KnownMagic;
export const SHELL_CELL = {
  kind: 'cell',
  name: 'sh',
  help: 'Run the cell as a script of the shell of the system',
  operands: '',
  options: [HELP_OPTION],
  subcommands: [],
  language: 'sh',
  read: (line): ShellCommand | HelpCommand =>
    readOperands(line, 0) === null
      ? { command: 'help', magic: line.spec }
      : { command: 'shell', script: null }
} as const satisfies KnownMagic;

/** Runs a script in the shell of the system. */
export interface ShellCommand {
  readonly command: 'shell';
  /** Null for `%%sh`: the script is the cell below. */
  readonly script: string | null;
}

/** What stands on the line, as it is written. */
function writtenScript({ spec, magic, context }: MagicLine): string {
  const text = magic.text.trim();
  if (text !== '') return text;
  const { nameStart: start, nameEnd: end } = magic;
  const form = `${magicLabel(spec)} ${spec.operands}`;
  throw context.badValue(`Write what to run: ${form}.`, { start, end });
}
