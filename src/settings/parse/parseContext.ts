import { didYouMean, joinWords, nearestName } from '../../base/text';
import { type MagicRange, OptionValueError, UnknownOptionError } from './magicErrors';
import { type MagicSpec, magicLabel } from '../table/optionTypes';

/** Creates the errors of one magic: each names the problem, the correct form, and where the options are listed. */
export class ParseContext {
  constructor(readonly magic: MagicSpec) {}

  /** `word` is misspelt; `known` are all valid words there, `noun` is their kind. */
  unknownOption(
    word: string,
    known: readonly string[],
    range: MagicRange,
    noun = 'option'
  ): UnknownOptionError {
    const nearest = nearestOption(word, known);
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
    const message = `${magicLabel(this.magic)} has no ${noun} ${quote(word)}.${hint}`;
    return new UnknownOptionError(this.#withHelp(message), range);
  }

  /** `problem` is a sentence that says what would be right. */
  badValue(problem: string, range: MagicRange): OptionValueError {
    return new OptionValueError(this.#withHelp(problem), range);
  }

  #withHelp(message: string): string {
    const label = magicLabel(this.magic);
    if (this.magic.kind === 'command') return `${message}\nSee ${label} --help.`;
    const listed = this.magic.subcommands.length > 0 ? 'subcommands' : 'options';
    return `${message}\n${label}? lists the ${listed}.`;
  }
}

/** The known name nearest to `word`; the dashes before both do not make them alike. */
function nearestOption(word: string, known: readonly string[]): string | null {
  const nearest = nearestName(bareName(word), known.map(bareName));
  return known.find(name => bareName(name) === nearest) ?? null;
}

const bareName = (option: string): string => option.replace(/^--?/, '');

/** A sentence that lists what `what` could be, and names the nearest when there is one. */
export function choiceProblem(what: string, given: string, values: readonly string[]): string {
  const hint = didYouMean(given, values);
  return `${what} must be ${joinWords(values)}, got ${quote(given)}.${hint}`;
}

const MAX_QUOTED_LENGTH = 80;

/** `text` in double quotes on one line, cut off if it is very long. */
export function quote(text: string): string {
  const cut = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
  return JSON.stringify(cut);
}
