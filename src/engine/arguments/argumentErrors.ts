import { isRecord } from '../../base/isObject';
import { KernelscopeError, shown } from '../../base/errors';
import { unknownOptionText } from '../../base/snakeCase';
import { didYouMean, joinWords } from '../../base/text';

/** An argument of a profiler function was refused; nothing has changed. */
export class ProfilerArgumentError extends KernelscopeError {}

/** Options are not one object of named values. */
export class ArgumentsError extends ProfilerArgumentError {
  constructor(call: string, given: unknown) {
    super(`${call} takes one object of named options: got ${givenText(given)}`);
  }
}

/** An option was given under two names. */
export class OptionGivenTwiceError extends ProfilerArgumentError {
  constructor(call: string, name: string) {
    super(`${call} was given the option ${name} twice, once as in Python`);
  }
}

/** More arguments by position than a call has. */
export class TooManyArgumentsError extends ProfilerArgumentError {
  constructor(call: string, names: readonly string[], given: number) {
    super(
      `${call} takes ${joinWords(names, 'and')}, by position or as one object: got ${given} arguments`
    );
  }
}

/**
 * An unknown option; the text lists the valid ones, with types and defaults, and suggests the one that
 * may be meant, also for `snake_case`.
 */
export class UnknownArgumentError extends ProfilerArgumentError {
  constructor(name: string, names: readonly string[], help: string) {
    const hint = didYouMean(name.replaceAll('_', ''), names).replace(' ', '\n\n');
    super(`Cannot find argument '${name}', Possible Arguments:\n----------------\n${help}${hint}`);
  }
}

/** An unknown option; the text suggests the one that may be meant, and lists the valid ones. */
export class UnknownOptionError extends ProfilerArgumentError {
  constructor(call: string, name: string, names: readonly string[]) {
    super(unknownOptionText(call, name, names));
  }
}

/** The value of an option has the wrong type, or is a number that is not finite. */
export class ArgumentTypeError extends ProfilerArgumentError {
  constructor(name: string, expected: string, value: unknown) {
    super(`Invalid Parameter format for ${name} expect ${expected} but value='${shown(value)}'`);
  }
}

/** A path has a character that no path can have. */
export class ArgumentPathError extends ProfilerArgumentError {
  constructor(name: string, path: string) {
    super(`Invalid path for ${name}: ${JSON.stringify(path)}. No path has the character \\u0000`);
  }
}

/** The value of an option is none of the valid ones, which the text lists. */
export class ArgumentValueError extends ProfilerArgumentError {
  constructor(value: unknown, valid: readonly string[]) {
    super(`Invalid Input: '${shown(value)}', valid values are: ${choiceText(valid)}`);
  }
}

/** A period that is not above 0 was given for continuous dumping. */
export class DumpPeriodError extends ProfilerArgumentError {
  constructor(seconds: number) {
    super(
      `Check failed: !continuousDump || dumpPeriod > 0: dumpPeriod is ${seconds} (seconds). ` +
        'Give a number above 0, or set continuousDump: false.'
    );
  }
}

/** The value given for options, which are read from the own keys of a plain object. */
function givenText(given: unknown): string {
  if (!isRecord(given)) return shown(given);
  const { constructor } = given;
  if (typeof constructor === 'function' && constructor.name !== 'Object') {
    return `a ${constructor.name}`;
  }
  return 'an object that inherits from another one. Write the options as own keys: { … }';
}

/** Valid words as error texts and help list them: `{'server', 'worker'}`. */
export function choiceText(valid: readonly string[]): string {
  return `{${valid.map(one => `'${one}'`).join(', ')}}`;
}
