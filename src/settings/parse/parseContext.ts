import { joinWords, nearestName } from '../../base/text';
import type { MagicRange } from './magicErrors';
import { OptionValueError, UnknownOptionError } from './magicErrors';
import type { MagicSpec } from '../table/optionTypes';
import { magicLabel } from '../table/optionTypes';
import { usageLine } from './usage';

/** Creates the errors of one magic: each names the problem, the correct form, and the usage. */
export class ParseContext {
  constructor(readonly magic: MagicSpec) {}

  /** `word` is misspelt; `known` are all valid words there, `noun` is their kind. */
  unknownOption(
    word: string,
    known: readonly string[],
    range: MagicRange,
    noun = 'option'
  ): UnknownOptionError {
    const nearest = nearestName(word, known);
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
    const message = `${magicLabel(this.magic)} has no ${noun} ${quote(word)}.${hint}`;
    return new UnknownOptionError(this.withUsage(message), range);
  }

  /** `problem` is a sentence that says what would be right. */
  badValue(problem: string, range: MagicRange): OptionValueError {
    return new OptionValueError(this.withUsage(problem), range);
  }

  private withUsage(message: string): string {
    const { magic } = this;
    const isCommand = magic.kind === 'command';
    return `${message}\n${isCommand ? `See ${magicLabel(magic)} --help.` : usageLine(magic)}`;
  }
}

/** A sentence that lists what `what` could be, and names the nearest when there is one. */
export function choiceProblem(what: string, given: string, values: readonly string[]): string {
  const nearest = nearestName(given, values);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return `${what} must be ${joinWords(values)}, not ${quote(given)}.${hint}`;
}

const MAX_QUOTED_LENGTH = 80;

/** `text` in double quotes on one line, cut off if it is very long. */
export function quote(text: string): string {
  const cut = text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
  return JSON.stringify(cut);
}
