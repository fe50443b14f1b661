import { nearestName } from '../../base/text';
import type { Magic } from './findMagic';
import type { MagicCommand } from './magicCommand';
import type { MagicSpec, Subcommand } from '../table/optionTypes';
import { parseConfig } from '../parse/parseConfig';
import { type ParseContext, quote } from '../parse/parseContext';
import { parseOutputFile } from '../parse/parseValue';
import type { ProfileOptions } from '../table/profileOptions';
import { type Word, splitWords } from '../parse/splitWords';

/**
 * Reads what follows `%profile`: a subcommand and its words, or an expression, taken as it stands.
 *
 * @throws MagicError as `parseMagicLine` does.
 */
export function parseProfileLine(
  spec: MagicSpec,
  magic: Magic,
  defaults: ProfileOptions,
  context: ParseContext
): MagicCommand {
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
  return parseSubcommand({ subcommand, word: first, operands, context });
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
}

function parseSubcommand(line: SubcommandLine): MagicCommand {
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
      return { command: 'profileConfig', changes: parseConfig(line.operands, line.context) };
    case 'diff': {
      const [before, after] = exactly(line, 2);
      return { command: 'profileDiff', before: before.text, after: after.text };
    }
    case 'doctor':
      return withoutOperands(line, { command: 'profileDoctor' });
  }
}

function parseSave(line: SubcommandLine): MagicCommand {
  const [name, path] = exactly(line, 2);
  const value = { option: '%profile save', text: path.text, range: path };
  return {
    command: 'profileSave',
    name: name.text,
    file: parseOutputFile(value, line.context)
  };
}

function withoutOperands(line: SubcommandLine, command: MagicCommand): MagicCommand {
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
