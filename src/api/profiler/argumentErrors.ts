import { KernelscopeError } from '../../base/errors';
import { shown } from '../../base/text';

/** An argument of a profiler function was refused; nothing has changed. */
export class ProfilerArgumentError extends KernelscopeError {}

/** Options are not one object of named values. */
export class ArgumentsError extends ProfilerArgumentError {
  constructor(call: string, given: unknown) {
    super(`${call} takes one object of named options: got ${shown(given)}`);
  }
}

/** There is no option of that name; the text lists those there are, with types and defaults. */
export class UnknownArgumentError extends ProfilerArgumentError {
  constructor(name: string, help: string) {
    super(`Cannot find argument '${name}', Possible Arguments:\n----------------\n${help}`);
  }
}

/** The value of an option has the wrong type, or is a number that is not finite. */
export class ArgumentTypeError extends ProfilerArgumentError {
  constructor(name: string, expected: string, value: unknown) {
    super(`Invalid Parameter format for ${name} expect ${expected} but value='${shown(value)}'`);
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

/** Valid words as error texts and help list them: `{'server', 'worker'}`. */
export function choiceText(valid: readonly string[]): string {
  return `{${valid.map(one => `'${one}'`).join(', ')}}`;
}
