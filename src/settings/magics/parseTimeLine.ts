import type { Magic } from './findMagic';
import type { LineCode, MagicCommand } from './magicCommand';
import { type MagicSpec, magicLabel } from '../table/optionTypes';
import { type ParseContext, quote } from '../parse/parseContext';
import { parseLeadingOptions } from '../parse/parseOptions';
import { DEFAULT_TIMEIT_OPTIONS } from '../table/profileOptions';
import { type Word, splitWords } from '../parse/splitWords';

/**
 * Reads what follows `%time`, `%timeit` and their cell forms: options first, then code, taken as it
 * stands. Code that begins with a dash follows `--`.
 *
 * @throws MagicError as `parseMagicLine` does.
 */
export function parseTimeLine(spec: MagicSpec, magic: Magic, context: ParseContext): MagicCommand {
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
