import { KernelscopeError } from '../../base/errors';

/** The place of an error in a cell; offsets in UTF-16 code units. */
export interface MagicRange {
  readonly start: number;
  readonly end: number;
}

/** Base of the errors of a magic line. The cell is not run. */
export class MagicError extends KernelscopeError {
  constructor(
    message: string,
    readonly range: MagicRange
  ) {
    super(message);
  }
}

/** No magic has this name. */
export class UnknownMagicError extends MagicError {}

/** The magic has no option or key of this name. */
export class UnknownOptionError extends MagicError {}

/** An option, a subcommand or a file name has a value it cannot have, or lacks one. */
export class OptionValueError extends MagicError {}
