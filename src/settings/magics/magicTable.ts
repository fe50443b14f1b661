import { HELP_OPTION, PROFILE_OPTIONS, TIMEIT_OPTIONS } from '../table/optionTable';
import type { MagicKind, MagicSpec, Subcommand, SubcommandName } from '../table/optionTypes';

/** The operand in the help of magics that take code on their line. */
export const STATEMENT = 'STATEMENT';

/** The possible first words after `%profile`; anything else is an expression to profile. */
const PROFILE_SUBCOMMANDS: readonly Subcommand[] = [
  subcommand('on', '', 'profile every later cell, lightly'),
  subcommand('off', '', 'stop profiling every cell'),
  subcommand('last', '[NAME]', 'show the newest profile again, or the newest of that name'),
  subcommand('list', '', 'list the profiles in memory'),
  subcommand('show', 'NAME', 'show a profile again'),
  subcommand(
    'save',
    'NAME FILE',
    'write a profile, or with the name all the whole notebook, in the format of the extension',
    ['last', 'all']
  ),
  subcommand(
    'load',
    'FILE',
    'show a .kscope file, or a trace of Chrome, Perfetto, nvprof or Nsight'
  ),
  subcommand('diff', 'A B', 'compare two profiles, by name or file'),
  subcommand('config', '[KEY=VALUE…]', 'show or change the defaults of later cells'),
  subcommand('doctor', '', 'check which parts of the profiler work on this machine')
];

function subcommand(
  name: SubcommandName,
  operands: string,
  help: string,
  words: readonly string[] = []
): Subcommand {
  return { name, operands, help, words };
}

/** Every magic of the kernel, in the order `%lsmagic` lists them. */
export const MAGICS: readonly MagicSpec[] = [
  {
    kind: 'cell',
    name: 'profile',
    help: 'Run the cell under the profiler',
    operands: '[NAME]',
    options: PROFILE_OPTIONS,
    subcommands: []
  },
  {
    kind: 'cell',
    name: 'profile_sql',
    help: 'Query the newest profile, or the named ones, with SQL',
    operands: '[A [B]]',
    options: [HELP_OPTION],
    subcommands: [],
    language: 'sql'
  },
  {
    kind: 'line',
    name: 'profile',
    help: 'Profile one expression, or work with the recorded profiles',
    operands: 'EXPRESSION',
    options: [HELP_OPTION],
    subcommands: PROFILE_SUBCOMMANDS
  },
  {
    kind: 'line',
    name: 'npm',
    help: 'Run npm in the folder of the notebook, such as %npm install lodash',
    operands: 'ARGUMENTS',
    options: [],
    subcommands: []
  },
  {
    kind: 'line',
    name: 'sh',
    help: 'Run a command in the shell of the system',
    operands: 'COMMAND',
    options: [],
    subcommands: []
  },
  {
    kind: 'cell',
    name: 'sh',
    help: 'Run the cell as a script of the shell of the system',
    operands: '',
    options: [HELP_OPTION],
    subcommands: [],
    language: 'sh'
  },
  {
    kind: 'line',
    name: 'lsmagic',
    help: 'List the magics',
    operands: '',
    options: [HELP_OPTION],
    subcommands: []
  },
  {
    kind: 'cell',
    name: 'timeit',
    help: 'Time the cell over many runs',
    operands: '',
    options: TIMEIT_OPTIONS,
    subcommands: []
  },
  {
    kind: 'line',
    name: 'timeit',
    help: 'Time a statement over many runs',
    operands: STATEMENT,
    options: TIMEIT_OPTIONS,
    subcommands: []
  },
  {
    kind: 'cell',
    name: 'time',
    help: 'Time one run of the cell',
    operands: '',
    options: [HELP_OPTION],
    subcommands: []
  },
  {
    kind: 'line',
    name: 'time',
    help: 'Time one run of a statement',
    operands: STATEMENT,
    options: [HELP_OPTION],
    subcommands: []
  }
];

/** The magic of that kind and name, or null. */
export function magicSpec(kind: MagicKind, name: string): MagicSpec | null {
  return MAGICS.find(magic => magic.kind === kind && magic.name === name) ?? null;
}
