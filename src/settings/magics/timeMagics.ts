import { type ParseContext, quote } from '../parse/parseContext';
import { type Word, splitWords } from '../parse/splitWords';
import { HELP_OPTION, TIMEIT_OPTIONS } from '../table/optionTable';
import { magicLabel } from '../table/optionTypes';
import { DEFAULT_TIMEIT_OPTIONS, type TimeitOptions } from '../table/profileOptions';
import { STATEMENT } from './lineCode';
import type { HelpCommand, KnownMagic, LineCode, Magic, MagicLine } from './magic';

/** Times code: that of the line, or for null that of the cell below. */
export type TimeCommand =
  | { readonly command: 'time'; readonly code: LineCode | null }
  | {
      readonly command: 'timeit';
      readonly code: LineCode | null;
      readonly options: TimeitOptions;
    };

const TIMEIT = { name: 'timeit', options: TIMEIT_OPTIONS, subcommands: [], read: readTimeLine };
const TIME = { name: 'time', options: [HELP_OPTION], subcommands: [], read: readTimeLine };

/** `%%timeit`, `%timeit`, `%%time` and `%time`. */
export const TIMEIT_CELL = {
  ...TIMEIT,
  kind: 'cell',
  help: 'Time the cell over many runs',
  operands: ''
} as const satisfies KnownMagic;
export const TIMEIT_LINE = {
  ...TIMEIT,
  kind: 'line',
  help: 'Time a statement over many runs',
  operands: STATEMENT
} as const satisfies KnownMagic;
export const TIME_CELL = {
  ...TIME,
  kind: 'cell',
  help: 'Time one run of the cell',
  operands: ''
} as const satisfies KnownMagic;
export const TIME_LINE = {
  ...TIME,
  kind: 'line',
  help: 'Time one run of a statement',
  operands: STATEMENT
} as const satisfies KnownMagic;

/** Options first, then code, taken as it stands. Code that begins with a dash follows `--`. */
function readTimeLine({ spec, magic, context, readers }: MagicLine): TimeCommand | HelpCommand {
  const { words } = splitWords(magic.text, magic.textStart);
  const { patch, operands, wantsHelp } = readers.parseLeadingOptions(spec, words, context);
  if (wantsHelp) return { command: 'help', magic: spec };
  const code = spec.kind === 'line' ? codeFrom(operands, magic, context) : null;
  if (code === null) refuseCode(operands, magic, context);
  if (spec.name === 'time') return { command: 'time', code };
  const { loops, runs } = { ...DEFAULT_TIMEIT_OPTIONS, ...patch };
  return { command: 'timeit', code, options: { loops, runs } };
}

function codeFrom([first]: readonly Word[], magic: Magic, context: ParseContext): LineCode {
  if (first === undefined) {
    const { nameStart: start, nameEnd: end } = magic;
    throw context.badValue(`Write a statement: ${magicLabel(magic)} STATEMENT.`, { start, end });
  }
  const { start } = first;
  return { text: magic.text.slice(start - magic.textStart), start };
}

function refuseCode([first]: readonly Word[], magic: Magic, context: ParseContext): void {
  if (first === undefined) return;
  const below = `The code of ${magicLabel(magic)} begins on the line below.`;
  throw context.badValue(`Unexpected word ${quote(first.text)}. ${below}`, first);
}
