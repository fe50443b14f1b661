import { type MagicOption, type MagicSpec, isNegatable } from '../table/optionTypes';
import type { ParseContext } from './parseContext';
import type { Word } from './splitWords';

/** An option as written on a line. */
export interface GivenOption {
  readonly option: MagicOption;
  /** The name as written, such as `-n`, `--top` or `--no-cpu`. */
  readonly written: string;
  /** `off` for `--no-name`. */
  readonly state: 'on' | 'off';
  /** Its values as written; empty for a bare name. */
  readonly values: readonly Word[];
  readonly word: Word;
}

/** A line taken apart: its options in order, and the words that belong to none. */
export interface ReadLine {
  readonly given: readonly GivenOption[];
  readonly operands: readonly Word[];
}

/**
 * Separates options, their values and operands. `--` ends the options.
 *
 * @throws UnknownOptionError for a name the magic does not have.
 */
export function readWords(
  magic: MagicSpec,
  words: readonly Word[],
  context: ParseContext
): ReadLine {
  const given: GivenOption[] = [];
  const operands: Word[] = [];
  let rest = words;
  while (rest.length > 0) {
    const read = readLeadingOptions(magic, rest, context);
    given.push(...read.given);
    if (read.endsAll) return { given, operands: [...operands, ...read.operands] };
    operands.push(...read.operands.slice(0, 1));
    rest = read.operands.slice(1);
  }
  return { given, operands };
}

/** The words before the code of a line; `endsAll` if a `--` ended them. */
export interface LeadingOptions extends ReadLine {
  readonly endsAll: boolean;
}

/**
 * The options up to the first word that belongs to none, and all words from there on; a `--` in
 * between is dropped.
 *
 * @throws UnknownOptionError for a name the magic does not have.
 */
export function readLeadingOptions(
  magic: MagicSpec,
  words: readonly Word[],
  context: ParseContext
): LeadingOptions {
  const given: GivenOption[] = [];
  let at = 0;
  while (at < words.length && isOptionWord(words[at])) {
    const word = words[at++];
    if (word.text === '--') return { given, operands: words.slice(at), endsAll: true };
    const found = word.text.startsWith('--')
      ? [readLong(magic, word, context)]
      : readShorts(magic, word, context);
    const following = valuesAfter(found[found.length - 1], words, at);
    at += following.length;
    given.push(...found.slice(0, -1), withValues(found[found.length - 1], following));
  }
  return { given, operands: words.slice(at), endsAll: false };
}

/** True for an unquoted word that begins with a dash; a lone `-` is an operand. */
export function isOptionWord({ text, quoted }: Word): boolean {
  return !quoted && text.length > 1 && text.startsWith('-');
}

function readLong(magic: MagicSpec, word: Word, context: ParseContext): GivenOption {
  const equals = word.text.indexOf('=');
  const written = equals === -1 ? word.text : word.text.slice(0, equals);
  const values = equals === -1 ? [] : [valuePart(word, equals + 1)];
  const positive = magic.options.find(({ long }) => written === `--${long}`);
  if (positive !== undefined) return { option: positive, written, state: 'on', values, word };
  const negative = magic.options.find(
    option => isNegatable(option) && written === `--no-${option.long}`
  );
  if (negative === undefined) throw context.unknownOption(written, longNames(magic), word);
  return { option: negative, written, state: 'off', values, word };
}

/** Every long form of a magic's options, with dashes. */
export function longNames(magic: MagicSpec): string[] {
  return magic.options.flatMap(option =>
    isNegatable(option) ? [`--${option.long}`, `--no-${option.long}`] : [`--${option.long}`]
  );
}

/** `-n`, `-n5`, `-n=5`, or flags together such as `-aq`. */
function readShorts(magic: MagicSpec, word: Word, context: ParseContext): GivenOption[] {
  const found: GivenOption[] = [];
  for (let at = 1; at < word.text.length; at++) {
    const letter = word.text[at];
    const option = magic.options.find(({ short }) => short === letter);
    if (option === undefined) throw unknownShort(magic, word, letter, context);
    const rest = at + 1 + (word.text[at + 1] === '=' ? 1 : 0);
    const isLast = option.value.kind !== 'flag' || rest > at + 1;
    const values = isLast && at + 1 < word.text.length ? [valuePart(word, rest)] : [];
    found.push({ option, written: `-${letter}`, state: 'on', values, word });
    if (isLast) break;
  }
  return found;
}

function unknownShort(magic: MagicSpec, word: Word, letter: string, context: ParseContext): Error {
  const long = longNames(magic).find(name => name === `-${word.text}`);
  if (long !== undefined) return context.unknownOption(word.text, [long], word);
  const sameLetter = magic.options.find(({ short }) => short === letter.toLowerCase());
  const near = sameLetter === undefined ? [] : [`-${letter.toLowerCase()}`];
  return context.unknownOption(`-${letter}`, near, word);
}

/** The value inside a word; its offsets are exact unless quotes or escapes come before it. */
function valuePart(word: Word, from: number): Word {
  const start = Math.min(word.start + from, word.end);
  return { text: word.text.slice(from), start, end: word.end, quoted: false };
}

const NEGATIVE_NUMBER = /^-\d/;

function valuesAfter(last: GivenOption, words: readonly Word[], from: number): Word[] {
  if (last.values.length > 0 || last.state === 'off') return [];
  const wanted = wantedValues(last.option);
  const values: Word[] = [];
  for (const word of words.slice(from)) {
    if (values.length === wanted) break;
    if (isOptionWord(word) && !NEGATIVE_NUMBER.test(word.text)) break;
    values.push(word);
  }
  return values;
}

function wantedValues({ value }: MagicOption): number {
  switch (value.kind) {
    case 'flag':
    case 'switch':
    case 'period':
      return 0;
    case 'files':
      return value.most ?? Infinity;
    case 'integer':
    case 'choice':
    case 'text':
    case 'budgets':
      return 1;
  }
}

function withValues(given: GivenOption, following: readonly Word[]): GivenOption {
  return following.length === 0 ? given : { ...given, values: following };
}
