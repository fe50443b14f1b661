import { fieldsOf } from '../messages/messages';
import type { Content } from './bridgeMessages';

/** One form of an output, as `NotebookCellOutputItem` has it. */
export interface OutputItem {
  readonly mime: string;
  readonly data: Uint8Array;
}

/** An output, as `NotebookCellOutput` has it; the metadata are those by which VS Code saves notebooks. */
export interface CellOutput {
  readonly items: readonly OutputItem[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A stream of text. */
export type StreamName = 'stdout' | 'stderr';

const ERROR_MIME = 'application/vnd.code.notebook.error';
const STREAM_MIMES = {
  stdout: 'application/vnd.code.notebook.stdout',
  stderr: 'application/vnd.code.notebook.stderr'
} as const satisfies Readonly<Record<StreamName, string>>;

/** Most frames of an error that get links. */
const MAX_FRAMES = 200;

/** In the order in which VS Code itself prefers them in notebooks that it opens; the first one is shown. */
const PREFERRED = [
  /^application\/vnd\./,
  /^application\/vdom\./,
  /^application\/geo\+json$/,
  /^text\/html$/,
  /^image\/svg\+xml$/,
  /^text\/latex$/,
  /^text\/markdown$/,
  /^image\//,
  /^application\/json$/,
  /^text\/plain$/
];

/** A cell in the stack of an error, as the kernel names it. */
const PLACE = /Cell \[(\d{1,9})\]:(\d{1,9})(?::\d{1,9})?/g;

const encoder = new TextEncoder();

export function streamItem(name: StreamName, text: string): OutputItem {
  return { mime: STREAM_MIMES[name], data: encoder.encode(text) };
}

/** An output that holds one stream so far. */
export function streamOutput(name: StreamName, text: string): CellOutput {
  return { items: [streamItem(name, text)], metadata: { outputType: 'stream' } };
}

/** What `display_data`, `execute_result` and `update_display_data` show. */
export function displayOutput(type: string, content: Content): CellOutput {
  const { execution_count: executionCount, metadata, transient } = content;
  const isResult = type === 'execute_result';
  return {
    items: displayItems(content),
    metadata: {
      outputType: isResult ? type : 'display_data',
      ...(isResult && typeof executionCount === 'number' ? { executionCount } : {}),
      metadata: fieldsOf(metadata),
      transient: fieldsOf(transient)
    }
  };
}

/** The forms of something displayed, the preferred one first. */
export function displayItems({ data }: Content): readonly OutputItem[] {
  const items = Object.entries(fieldsOf(data)).map(([mime, value]) => ({
    mime,
    data: bytesOf(mime, value)
  }));
  return items.sort((a, b) => rankOf(a.mime) - rankOf(b.mime));
}

/**
 * An error whose places in cells are links to their lines. A saved notebook has the text of the kernel, without them.
 */
export function errorOutput(content: Content): CellOutput {
  const { ename, evalue, traceback } = content;
  const lines = Array.isArray(traceback) ? traceback.map(String) : [];
  const [name, message] = [textOf(ename), textOf(evalue)];
  const stack = lines.map((line, at) => (at < MAX_FRAMES ? linked(line) : line)).join('\n');
  return {
    items: [{ mime: ERROR_MIME, data: encoder.encode(JSON.stringify({ name, message, stack })) }],
    metadata: { outputType: 'error', originalError: { ename, evalue, traceback: lines } }
  };
}

/** VS Code makes links of such texts in errors, and finds the cell that was run as the number says. */
function linked(line: string): string {
  return line.replace(
    PLACE,
    (place, count: string, at: string) =>
      `<a href='vscode-notebook-cell:?execution_count=${count}&line=${at}'>${place}</a>`
  );
}

function bytesOf(mime: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' && !isLines(value)) return encoder.encode(JSON.stringify(value));
  const text = typeof value === 'string' ? value : value.join('');
  const isJson = mime.endsWith('json');
  if (isJson) return encoder.encode(JSON.stringify(value));
  const isBinary = mime.startsWith('image/') && mime !== 'image/svg+xml';
  return isBinary ? Buffer.from(text, 'base64') : encoder.encode(text);
}

const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(line => typeof line === 'string');

function rankOf(mime: string): number {
  const rank = PREFERRED.findIndex(pattern => pattern.test(mime));
  return rank < 0 ? PREFERRED.length - 1.5 : rank;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
