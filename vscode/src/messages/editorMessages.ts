import type { LineCostKind } from 'kernelscope/analysis';
import {
  fieldsOf,
  type HostMessage,
  type RendererMessage,
  hostMessage,
  rendererMessage
} from './messages';

/** The editor for profiles alone, and that for files that may be something else, as `package.json` has them. */
export const EDITOR_TYPES = ['kernelscope.profile', 'kernelscope.trace'] as const;

/** Files of which lines are looked for in the workspace at most: the hottest ones. */
export const MAX_PLACES = 500;

/** The longest name of a file that is looked for, UTF-16 units. */
export const MAX_PATH_LENGTH = 4000;

/** Lines of one file at most. */
export const MAX_LINES = 100_000;

const MAX_LINE = 10_000_000;
const MAX_TEXT_LENGTH = 10_000;

/** The kinds of cost, as the profile has them. */
const KINDS: readonly LineCostKind[] = ['cpu', 'waiting', 'allocations', 'operators', 'gpu'];

/** The cost of a line, one-based: its own share and that with all that it called, 0 … 1, null where not known. */
export type HeatLine = readonly [line: number, selfShare: number, totalShare: number | null];

/** A file as a profile names it, and the costs of its lines. */
export interface FileLines {
  readonly file: string;
  readonly lines: readonly HeatLine[];
}

/** The costs of the lines of a profile, of one kind. */
export interface ProfileLines {
  readonly kind: LineCostKind;
  /** The value of a share of 1, nanoseconds or bytes. */
  readonly whole: number;
  /** At most {@link MAX_PLACES}, the hottest first. */
  readonly files: readonly FileLines[];
}

/** Sent to the extension host by the page of a file. */
export type EditorRequest =
  /** The page is there, and wants to know of its file. */
  | { readonly type: 'ready' }
  /** A person wants a large file to be read. */
  | { readonly type: 'consent' }
  /** A person wants the file, a database, to be converted in a terminal. */
  | { readonly type: 'convert' }
  /** The lines of the profile, whose files are to be looked for. */
  | { readonly type: 'lines'; readonly lines: ProfileLines }
  /** Asks for a line of a file to be shown and selected, one-based. */
  | { readonly type: 'line'; readonly file: string; readonly line: number }
  | Extract<HostMessage, { readonly type: 'save' | 'piece' | 'openPerfetto' }>;

/** A file that was opened. */
export interface OpenedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Whether a person has to say that it is to be read. */
  readonly asks: boolean;
}

/** Sent to the page of a file. */
export type EditorAnswer =
  | ({ readonly type: 'file' } & OpenedFile)
  /** The next bytes of the file. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** All bytes have been sent. */
  | { readonly type: 'whole' }
  /** `text` says why the file is not read. */
  | { readonly type: 'unreadable'; readonly text: string }
  /** Those of the files that are in the workspace. */
  | { readonly type: 'places'; readonly files: readonly string[] }
  | Extract<RendererMessage, { readonly type: 'saved' | 'notSaved' }>;

/** A message to the extension host; null if it is none. */
export function editorRequest(message: unknown): EditorRequest | null {
  const { type, lines, file, line } = fieldsOf(message);
  if (type === 'ready' || type === 'consent' || type === 'convert') return { type };
  if (type === 'lines') return isLines(lines) ? { type, lines } : null;
  if (type === 'line') return isPath(file) && isLine(line) ? { type, file, line } : null;
  const asked = hostMessage(message);
  const isOther = asked?.type === 'save' || asked?.type === 'piece';
  return isOther || asked?.type === 'openPerfetto' ? asked : null;
}

/** A message to the page; null if it is none. */
export function editorAnswer(message: unknown): EditorAnswer | null {
  const { type, bytes, text, files, ...more } = fieldsOf(message);
  if (type === 'file') return fileAnswer(more);
  if (type === 'bytes') return bytes instanceof Uint8Array ? { type, bytes } : null;
  if (type === 'whole') return { type };
  if (type === 'unreadable') return isText(text) ? { type, text } : null;
  if (type === 'places') return isList(files, isPath) ? { type, files } : null;
  const answer = rendererMessage(message);
  return answer?.type === 'saved' || answer?.type === 'notSaved' ? answer : null;
}

function fileAnswer(fields: Readonly<Record<string, unknown>>): EditorAnswer | null {
  const { name, sizeBytes, modifiedMs, asks } = fields;
  if (!isText(name) || typeof asks !== 'boolean') return null;
  if (!isCount(sizeBytes) || typeof modifiedMs !== 'number') return null;
  return { type: 'file', name, sizeBytes, modifiedMs, asks };
}

function isLines(lines: unknown): lines is ProfileLines {
  const { kind, whole, files } = fieldsOf(lines);
  const isKnown = KINDS.some(each => each === kind);
  const isAmount = typeof whole === 'number' && whole >= 0;
  return isKnown && isAmount && isList(files, isFileLines) && files.length <= MAX_PLACES;
}

function isFileLines(value: unknown): value is FileLines {
  const { file, lines } = fieldsOf(value);
  return isPath(file) && isList(lines, isHeatLine) && lines.length <= MAX_LINES;
}

function isHeatLine(value: unknown): value is HeatLine {
  if (!Array.isArray(value)) return false;
  const [line, self, total] = value as readonly unknown[];
  return isLine(line) && isShare(self) && (total === null || isShare(total));
}

const isList = <T>(value: unknown, is: (each: unknown) => each is T): value is readonly T[] =>
  Array.isArray(value) && value.every(is);

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const isLine = (value: unknown): value is number =>
  isCount(value) && value >= 1 && value <= MAX_LINE;

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_PATH_LENGTH;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
