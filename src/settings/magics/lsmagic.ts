import { HELP_OPTION } from '../table/optionTable';
import type { HelpCommand, KnownMagic, MagicLine } from './magic';
import { readOperands } from './readOperands';

/** `%lsmagic`. */
export const LSMAGIC = {
  kind: 'line',
  name: 'lsmagic',
  help: 'List the magics',
  operands: '',
  options: [HELP_OPTION],
  subcommands: [],
  read: (line: MagicLine): { readonly command: 'listMagics' } | HelpCommand =>
    readOperands(line, 0) === null
      ? { command: 'help', magic: line.spec }
      : { command: 'listMagics' }
} as const satisfies KnownMagic;
