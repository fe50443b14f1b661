import { KernelscopeError } from '../../../base/errors';

/** A directory of an output tree could not be analysed; the message names the file and the remedy. */
export class OutputTreeError extends KernelscopeError {}
