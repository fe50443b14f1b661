import { KernelscopeError } from '../base/errors';

/** The data is not a valid profile; the message names the table, the row and the fault. */
export class ProfileError extends KernelscopeError {}

/** The data is a profile of another version that this release cannot turn into its own. */
export class ProfileVersionError extends ProfileError {}
