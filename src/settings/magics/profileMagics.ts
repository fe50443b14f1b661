import { nearestName } from '../../base/text';
import type { ConfigChanges } from '../parse/parseConfig';
import { type ParseContext, quote } from '../parse/parseContext';
import { type Word, splitWords } from '../parse/splitWords';
import { HELP_OPTION, PROFILE_OPTIONS } from '../table/optionTable';
import {
  type MagicSpec,
  magicLabel,
  type Subcommand,
  type SubcommandName
} from '../table/optionTypes';
import type { OutputFile } from '../../formats/shared/format';
import type { ProfileOptions } from '../table/profileOptions';
import type { HelpCommand, KnownMagic, MagicLine, WordReaders } from './magic';
import { readOperands } from './readOperands';

/** `%%profile`. */
export const PROFILE_CELL = {
  kind: 'cell',
  name: 'profile',
  help: 'Run the cell under the profiler',
  operands: '[NAME]',
  options: PROFILE_OPTIONS,
  subcommands: [],
  read: readProfileCell
} as const satisfies KnownMagic;

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

/** `%profile`. */
export const PROFILE_LINE = {
  kind: 'line',
  name: 'profile',
  help: 'Profile one expression, or work with the recorded profiles',
  operands: 'EXPRESSION',
  options: [HELP_OPTION],
  subcommands: PROFILE_SUBCOMMANDS,
  read: readProfileLine
} as const satisfies KnownMagic;

/** Profiles the cell below. */
export interface CellCommand {
  readonly command: 'profileCell';
  readonly name: string | null;
  readonly options: ProfileOptions;
}

/** Profiles an expression, or works with the recorded profiles. */
export type LineCommand =
  | {
      readonly command: 'profileExpression';
      readonly expression: string;
      /** Offset of the expression in the cell. */
      readonly start: number;
      readonly options: ProfileOptions;
    }
  | { readonly command: 'profileOn' | 'profileOff' | 'profileList' | 'profileDoctor' }
  | {
      readonly command: 'profileLast';
      /** Null for the newest of all. */
      readonly name: string | null;
    }
  | { readonly command: 'profileShow'; readonly name: string }
  | { readonly command: 'profileSave'; readonly name: string; readonly file: OutputFile }
  | { readonly command: 'profileLoad'; readonly path: string }
  | { readonly command: 'profileConfig'; readonly changes: ConfigChanges }
  | { readonly command: 'profileDiff'; readonly before: string; readonly after: string };

function readProfileCell(line: MagicLine): CellCommand | HelpCommand {
  const read = readOperands(line, 1, (operands, extra) => `: ${formOf(operands, extra, line)}.`);
  if (read === null) return { command: 'help', magic: line.spec };
  const name = read.operands[0]?.trim() ?? '';
  const options = { ...line.defaults, ...read.patch };
  return { command: 'profileCell', name: name === '' ? null : name, options };
}

/** The form that a line with more than one word was probably meant to have. */
function formOf(operands: readonly Word[], extra: Word, { spec, readers }: MagicLine): string {
  if (readers.extensionOf(extra.text) !== null) return `files come after -o, -o ${extra.text}`;
  const name = operands.map(({ text }) => text).join(' ');
  return `a name with spaces needs quotes, ${magicLabel(spec)} ${quote(name)}`;
}

/** A subcommand and its words, or an expression, taken as it stands. */
function readProfileLine({
  spec,
  magic,
  defaults,
  context,
  readers
}: MagicLine): LineCommand | HelpCommand {
  const { words, unclosedQuote } = splitWords(magic.text, magic.textStart);
  const [first, ...operands] = words;
  const wantsHelp = first === undefined || first.text === '--help' || first.text === '-h';
  if (wantsHelp) return { command: 'help', magic: spec };
  const subcommand = spec.subcommands.find(({ name }) => name === first.text);
  if (subcommand === undefined) {
    if (isNoExpression(words)) refuseMisspelling(spec, first, context);
    const expression = magic.text.trim();
    return { command: 'profileExpression', expression, start: first.start, options: defaults };
  }
  if (unclosedQuote !== null) {
    throw context.badValue('A quote is not closed.', { start: unclosedQuote, end: magic.end });
  }
  return parseSubcommand({ subcommand, word: first, operands, context, readers });
}

/** Words that may come between or before two names in an expression. */
const OPERATOR_WORDS = new Set(
  'as async await delete function in instanceof new of satisfies typeof void yield class'.split(' ')
);

/** True when two names follow each other as they never do in TypeScript: `confg top=5`. */
function isNoExpression([first, second]: readonly Word[]): boolean {
  return (
    second !== undefined &&
    /^[A-Za-z]+$/.test(first.text) &&
    (second.quoted || /^[\p{L}_$]/u.test(second.text)) &&
    !OPERATOR_WORDS.has(first.text) &&
    !OPERATOR_WORDS.has(second.text)
  );
}

/** Throws when `word` is near a subcommand. */
function refuseMisspelling(spec: MagicSpec, word: Word, context: ParseContext): void {
  const names = spec.subcommands.map(({ name }) => name);
  if (nearestName(word.text, names) === null) return;
  throw context.unknownOption(word.text, names, word, 'subcommand');
}

interface SubcommandLine {
  readonly subcommand: Subcommand;
  readonly word: Word;
  readonly operands: readonly Word[];
  readonly context: ParseContext;
  readonly readers: WordReaders;
}

function parseSubcommand(line: SubcommandLine): LineCommand {
  switch (line.subcommand.name) {
    case 'on':
      return withoutOperands(line, { command: 'profileOn' });
    case 'off':
      return withoutOperands(line, { command: 'profileOff' });
    case 'last':
      return { command: 'profileLast', name: atMost(line, 1)[0]?.text ?? null };
    case 'list':
      return withoutOperands(line, { command: 'profileList' });
    case 'show':
      return { command: 'profileShow', name: exactly(line, 1)[0].text };
    case 'save':
      return parseSave(line);
    case 'load':
      return { command: 'profileLoad', path: exactly(line, 1)[0].text };
    case 'config':
      return {
        command: 'profileConfig',
        changes: line.readers.parseConfig(line.operands, line.context)
      };
    case 'diff': {
      const [before, after] = exactly(line, 2);
      return { command: 'profileDiff', before: before.text, after: after.text };
    }
    case 'doctor':
      return withoutOperands(line, { command: 'profileDoctor' });
  }
}

function parseSave(line: SubcommandLine): LineCommand {
  const [name, path] = exactly(line, 2);
  const value = { option: '%profile save', text: path.text, range: path };
  return {
    command: 'profileSave',
    name: name.text,
    file: line.readers.parseOutputFile(value, line.context)
  };
}

function withoutOperands(line: SubcommandLine, command: LineCommand): LineCommand {
  exactly(line, 0);
  return command;
}

function atMost(line: SubcommandLine, count: number): readonly Word[] {
  return line.operands.length < count ? line.operands : exactly(line, count);
}

/** The operands, when there are `count` of them. */
function exactly(line: SubcommandLine, count: number): readonly Word[] {
  const { subcommand, operands, word, context } = line;
  if (operands.length === count) return operands;
  const form = `%profile ${subcommand.name} ${subcommand.operands}`.trimEnd();
  const extra = operands[count];
  const problem =
    extra === undefined
      ? `Write ${form}.`
      : `Unexpected word ${quote(extra.text)}: write ${form}; put an expression in parentheses.`;
  throw context.badValue(problem, extra ?? word);
}

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
