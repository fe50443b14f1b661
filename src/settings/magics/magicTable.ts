import type { MagicKind } from '../table/optionTypes';
import { HELP_OPTION } from '../table/optionTable';
import type { HelpCommand, KnownMagic, MagicLine } from './magic';
import { PROFILE_CELL, PROFILE_LINE, PROFILE_SQL } from './profileMagics';
import { NPM, SHELL_CELL, SHELL_LINE } from './shellMagics';
import { TIME_CELL, TIME_LINE, TIMEIT_CELL, TIMEIT_LINE } from './timeMagics';
import { readOperands } from './readOperands';

/** `%lsmagic`. */
const LSMAGIC = {
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

/** Every magic of the kernel, in the order `%lsmagic` lists them. */
export const MAGICS = [
  PROFILE_CELL,
  PROFILE_SQL,
  PROFILE_LINE,
  NPM,
  SHELL_LINE,
  SHELL_CELL,
  LSMAGIC,
  TIMEIT_CELL,
  TIMEIT_LINE,
  TIME_CELL,
  TIME_LINE
] as const;

/** The command of a magic: what one of {@link MAGICS} read on its line, or help that is wanted. */
export type MagicCommand = ReturnType<(typeof MAGICS)[number]['read']> | HelpCommand;

/** The magic of that kind and name, or null. */
export function magicSpec(kind: MagicKind, name: string): KnownMagic<MagicCommand> | null {
  const magics: readonly KnownMagic<MagicCommand>[] = MAGICS;
  return magics.find(magic => magic.kind === kind && magic.name === name) ?? null;
}
