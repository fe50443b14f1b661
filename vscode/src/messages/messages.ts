import { MAX_PART_CHARACTERS } from './base64';

/** The id of the renderer, as `package.json` has it. */
export const RENDERER_ID = 'kernelscope-profile';

/** Largest file that goes from the extension host to a notebook, or the other way, bytes. */
export const MAX_FILE_BYTES = 128 * 1024 * 1024;

/** Most characters of a cell that are sent to find it again. */
export const MAX_CELL_CHARACTERS = 64_000;

/** Most characters of a new cell: those of a cell, its magic and a comment. */
export const MAX_CODE_CHARACTERS = MAX_CELL_CHARACTERS + 4000;

const MAX_EXECUTION_COUNT = 999_999_999;
const MAX_LINE = 10_000_000;
const MAX_NAME_LENGTH = 255;

/** Names of files as the views make them: of letters, digits and a few marks, with an ending of ours, in no folder. */
const SAVED_NAME =
  /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,79}[.](?:perfetto-trace|json|cpuprofile|pb|folded|kscope|csv|html|svg)(?:[.]gz)?$/u;

/** The cell of a line, as the profile knows it. */
export interface CellLine {
  readonly executionCount: number;
  /** One-based. */
  readonly line: number;
  /** The text of the cell, or its beginning; null if the profile does not have it. */
  readonly text: string | null;
  /** True if `text` is only the beginning. */
  readonly isClipped: boolean;
}

/** A file that is going to be saved. */
export interface TraceStart {
  readonly id: number;
  /** The name of the file that the user is asked about. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** Sent to the extension host; `id` names a request. */
export type HostMessage =
  /** Asks for the file at `path`, relative to the folder of the notebook. */
  | { readonly type: 'read'; readonly id: number; readonly path: string }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'stop'; readonly id: number }
  /** Asks for a line of a cell of the notebook to be shown and selected. */
  | ({ readonly type: 'show' } & CellLine)
  /** Asks for that once more, of a cell that need not be there any longer. */
  | ({ readonly type: 'showAgain' } & CellLine)
  /** Asks for a new cell with `code` below that of the line. */
  | ({ readonly type: 'insert'; readonly code: string } & CellLine)
  /** Asks for a trace to be saved where the user says; its bytes follow in `piece` messages. */
  | ({ readonly type: 'save' } & TraceStart)
  | { readonly type: 'piece'; readonly id: number; readonly base64: string }
  /** Asks for the page of Perfetto to be opened in a browser. */
  | { readonly type: 'openPerfetto' };

/** Why the extension host does not send a file. */
export const REFUSALS = ['untrusted', 'elsewhere', 'missing', 'tooLarge', 'unreadable'] as const;

/** One of {@link REFUSALS}. */
export type Refusal = (typeof REFUSALS)[number];

/** Why the extension host did not save a trace. */
export const NOT_SAVED = ['untrusted', 'cancelled', 'busy', 'unwritable'] as const;

/** One of {@link NOT_SAVED}. */
export type NotSaved = (typeof NOT_SAVED)[number];

/** Sent to the renderer: the parts of a file in their order, then its end; or a refusal; or how saving went. */
export type RendererMessage =
  | { readonly type: 'part'; readonly id: number; readonly base64: string }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number; readonly refusal: Refusal }
  /** `name` is the name that the user chose. */
  | { readonly type: 'saved'; readonly id: number; readonly name: string }
  | { readonly type: 'notSaved'; readonly id: number; readonly reason: NotSaved };

/** A message to the extension host; null if it is none. */
export function hostMessage(message: unknown): HostMessage | null {
  const { type, id, path, name, sizeBytes, base64, ...more } = fieldsOf(message);
  if (type === 'openPerfetto') return { type };
  if (type === 'show' || type === 'showAgain' || type === 'insert') return cellMessage(type, more);
  if (typeof id !== 'number') return null;
  if (type === 'stop') return { type, id };
  if (type === 'read') return typeof path === 'string' ? { type, id, path } : null;
  if (type === 'piece') return isPart(base64) ? { type, id, base64 } : null;
  const isTrace = typeof name === 'string' && SAVED_NAME.test(name);
  const isSize = isWithin(sizeBytes, 1, MAX_FILE_BYTES);
  return type === 'save' && isTrace && isSize ? { type, id, name, sizeBytes } : null;
}

/** A message to the renderer; null if it is none. */
export function rendererMessage(message: unknown): RendererMessage | null {
  const { type, id, base64, refusal, name, reason } = fieldsOf(message);
  if (typeof id !== 'number') return null;
  if (type === 'end') return { type, id };
  if (type === 'part') return isPart(base64) ? { type, id, base64 } : null;
  if (type === 'saved') return isName(name) ? { type, id, name } : null;
  if (type === 'notSaved') {
    const known = NOT_SAVED.find(each => each === reason);
    return known === undefined ? null : { type, id, reason: known };
  }
  const known = REFUSALS.find(each => each === refusal);
  return type === 'refused' && known !== undefined ? { type, id, refusal: known } : null;
}

function cellLine(fields: Readonly<Record<string, unknown>>): CellLine | null {
  const { executionCount, line, text, isClipped } = fields;
  if (!isWithin(executionCount, 0, MAX_EXECUTION_COUNT) || !isWithin(line, 1, MAX_LINE)) {
    return null;
  }
  if (typeof isClipped !== 'boolean') return null;
  const isText = typeof text === 'string' && text.length <= MAX_CELL_CHARACTERS;
  if (text !== null && !isText) return null;
  return { executionCount, line, text, isClipped };
}

function cellMessage(
  type: 'show' | 'showAgain' | 'insert',
  fields: Readonly<Record<string, unknown>>
): HostMessage | null {
  const line = cellLine(fields);
  if (line === null) return null;
  if (type !== 'insert') return { type, ...line };
  const { code } = fields;
  const isCode = typeof code === 'string' && code.length <= MAX_CODE_CHARACTERS;
  return isCode ? { type, code, ...line } : null;
}

const isPart = (base64: unknown): base64 is string =>
  typeof base64 === 'string' && base64.length <= MAX_PART_CHARACTERS;

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= MAX_NAME_LENGTH;

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** The fields of a message; none of what is no object. */
export function fieldsOf(message: unknown): Readonly<Record<string, unknown>> {
  return typeof message === 'object' && message !== null ? { ...message } : {};
}
