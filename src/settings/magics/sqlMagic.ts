import { HELP_OPTION } from '../table/optionTable';
import type { HelpCommand, KnownMagic, MagicLine } from './magic';
import { readOperands } from './readOperands';

/** `%%profile_sql`. */
export const PROFILE_SQL = {
  kind: 'cell',
  name: 'profile_sql',
  help: 'Query the newest profile, or the named ones, with SQL',
  operands: '[A [B]]',
  options: [HELP_OPTION],
  subcommands: [],
  language: 'sql',
  read: readSqlLine
} as const satisfies KnownMagic;

/** Queries profiles with the SQL below the magic. */
export interface SqlCommand {
  readonly command: 'profileSql';
  /** Names, ids or files of profiles, two at most; none for the newest. */
  readonly profiles: readonly string[];
}

const TOO_MANY = '. The query of %%profile_sql begins on the line below.';

function readSqlLine(line: MagicLine): SqlCommand | HelpCommand {
  const read = readOperands(line, 2, () => TOO_MANY);
  if (read === null) return { command: 'help', magic: line.spec };
  return { command: 'profileSql', profiles: read.operands };
}
