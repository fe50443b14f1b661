import { nearestName } from '../../base/text';
import type { Magic } from './findMagic';
import { type MagicRange, UnknownMagicError } from '../parse/magicErrors';
import { MAGICS, magicSpec } from './magicTable';
import { type MagicSpec, magicLabel } from '../table/optionTypes';
import { extensionOf } from '../table/outputFile';
import type { LineCode, MagicCommand } from './magicCommand';
import { ParseContext, quote } from '../parse/parseContext';
import { parseLeadingOptions, parseOptions } from '../parse/parseOptions';
import { parseProfileLine } from './parseProfileLine';
import {
  DEFAULT_PROFILE_OPTIONS,
  DEFAULT_TIMEIT_OPTIONS,
  type ProfileOptions
} from '../table/profileOptions';
import { type Word, splitWords } from '../parse/splitWords';

/**
 * Reads what follows `%time`, `%timeit` and their cell forms: options first, then code, taken as it
 * stands. Code that begins with a dash follows `--`.
 *
 * @throws MagicError as `parseMagicLine` does.
 */
function parseTimeLine(spec: MagicSpec, magic: Magic, context: ParseContext): MagicCommand {
  const { words } = splitWords(magic.text, magic.textStart);
  const { patch, operands, wantsHelp } = parseLeadingOptions(spec, words, context);
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

/**
 * The command of `magic`, complete and valid. `defaults` are the options in force where the line sets
 * none.
 *
 * @throws UnknownMagicError, UnknownOptionError or OptionValueError; each message names the problem,
 * the correct form, and where the options are listed. The cell must not run then.
 */
export function parseMagicLine(
  magic: Magic,
  defaults: ProfileOptions = DEFAULT_PROFILE_OPTIONS
): MagicCommand {
  const spec = magicSpec(magic.kind, magic.name);
  if (spec === null) throw unknownMagic(magic);
  if (magic.isQuestion) return { command: 'help', magic: spec };
  const context = new ParseContext(spec);
  switch (magicLabel(spec)) {
    case '%profile':
      return parseProfileLine(spec, magic, defaults, context);
    case '%time':
    case '%%time':
    case '%timeit':
    case '%%timeit':
      return parseTimeLine(spec, magic, context);
    case '%npm':
    case '%sh':
      return { command: 'shell', script: shellScript(spec, magic, context) };
    default:
      return parseWords(spec, magic, defaults, context);
  }
}

/** The command of `%sh` and `%npm`, as it is written. */
function shellScript(spec: MagicSpec, magic: Magic, context: ParseContext): string {
  const text = magic.text.trim();
  if (text === '') {
    const { nameStart: start, nameEnd: end } = magic;
    const form = `${magicLabel(spec)} ${spec.operands}`;
    throw context.badValue(`Write what to run: ${form}.`, { start, end });
  }
  return spec.name === 'npm' ? `npm ${text}` : text;
}

/** `%%profile`, `%%profile_sql`, `%%sh` and `%lsmagic`: options and words. */
function parseWords(
  spec: MagicSpec,
  magic: Magic,
  defaults: ProfileOptions,
  context: ParseContext
): MagicCommand {
  const { words, unclosedQuote } = splitWords(magic.text, magic.textStart);
  if (words.some(({ text, quoted }) => !quoted && (text === '--help' || text === '-h'))) {
    return { command: 'help', magic: spec };
  }
  if (unclosedQuote !== null) {
    throw context.badValue('A quote is not closed.', { start: unclosedQuote, end: magic.end });
  }
  const { patch, operands, wantsHelp } = parseOptions(spec, words, context);
  if (wantsHelp) return { command: 'help', magic: spec };
  if (spec.name === 'lsmagic') {
    refuseOperands(operands, 0, context);
    return { command: 'listMagics' };
  }
  if (spec.name === 'sh') {
    refuseOperands(operands, 0, context);
    return { command: 'shell', script: null };
  }
  if (spec.name === 'profile_sql') {
    refuseOperands(operands, 2, context);
    return { command: 'profileSql', profiles: operands.map(({ text }) => text) };
  }
  refuseOperands(operands, 1, context);
  const name = operands[0]?.text.trim() ?? '';
  const options = { ...defaults, ...patch };
  return { command: 'profileCell', name: name === '' ? null : name, options };
}

/** The ends of sentences about a word too many, by the number of words that may stand there. */
const HINTS: Readonly<Record<number, string>> = {
  0: '.',
  2: '. The query of %%profile_sql begins on the line below.'
};

function refuseOperands(operands: readonly Word[], limit: number, context: ParseContext): void {
  if (operands.length <= limit) return;
  const extra = operands[limit];
  const hint = limit === 1 ? `: ${formOf(operands, extra, context)}.` : HINTS[limit];
  throw context.badValue(`Unexpected word ${quote(extra.text)}${hint}`, extra);
}

/** The form that a line with more than one word was probably meant to have. */
function formOf(operands: readonly Word[], extra: Word, { magic }: ParseContext): string {
  if (extensionOf(extra.text) !== null) {
    return `files come after -o, -o ${extra.text}`;
  }
  const name = operands.map(({ text }) => text).join(' ');
  return `a name with spaces needs quotes, ${magicLabel(magic)} ${quote(name)}`;
}

function unknownMagic(magic: Magic): UnknownMagicError {
  const written = magicLabel(magic);
  const labels = MAGICS.map(magicLabel);
  const sameName = MAGICS.find(({ name }) => name === magic.name);
  const nearest = sameName === undefined ? nearestName(written, labels) : magicLabel(sameName);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return new UnknownMagicError(
    `There is no magic ${quote(written)}.${hint}\n%lsmagic lists the magics.`,
    nameRange(magic)
  );
}

function nameRange({ nameStart, nameEnd }: Magic): MagicRange {
  return { start: nameStart, end: nameEnd };
}
