import { isObject } from './isObject';

/**
 * Base of every error that Kernelscope raises on purpose. `message` says what happened, where, and
 * what to do next; `name` is the class name, which becomes `ename` in a Jupyter error reply;
 * `cause` is the error or value that led to this one, and absent when there was none.
 */
export class KernelscopeError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
  }
}

/** The message of whatever was thrown, be it an Error or not; never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'a value without a text was thrown';
  }
}

/** The first line of that message: loaders put a stack of requires behind it, databases a statement. */
export function firstLineOf(thrown: unknown): string {
  return messageOf(thrown).split('\n', 1)[0];
}

/** The code of a Node error, such as `ENOENT`; empty if it has none or is not an Error. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied'
};

/** Why a file could not be read, in plain words where the system's code has some; else the message. */
export function fileReasonOf(thrown: unknown): string {
  return FILE_REASONS[codeOf(thrown)] ?? messageOf(thrown);
}

/**
 * Closes a switch over a discriminated union: the call only compiles when every case was handled.
 *
 * @throws Error naming the value, when data from outside did not match its type after all.
 */
export function assertUnreachable(value: never): never {
  throw new Error(`Unexpected value: ${shown(value)}`);
}

/** Any value as text for a message: strings as they are, objects by their kind; never throws. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isList(value)) return 'an array';
  if (isObject(value)) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/** True for lists; false for proxies of which nobody may ask that any more. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
