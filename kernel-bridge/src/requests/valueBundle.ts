import { Buffer } from 'node:buffer';
import { types } from 'node:util';
import { isObject } from 'kernelscope/host';
import { rowsTable } from './rowsTable';

/** How files of images begin, by their MIME types. */
const IMAGES: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]]
];

const PLOTLY = 'application/vnd.plotly.v1+json';
const VEGA_LITE = /^https:\/\/vega\.github\.io\/schema\/vega-lite\/v([56])(?:\.[\d.]+)?\.json$/;

/** Rows of a data frame that are shown. */
const FRAME_ROWS = 100;

/** As it was before cells could replace it. */
const { isProxy } = types;

/**
 * The contents of common values by MIME type, beside their text: arrays of plain objects and data frames are
 * tables, bytes of images are images, figures of Plotly and charts of Vega-Lite are themselves. Null for
 * others.
 *
 * @throws whatever a method of the value throws, and MimeBundleError
 */
export function valueBundle(value: object): MimeBundle | null {
  if (isProxy(value)) return null;
  if (value instanceof Uint8Array) return imageOf(value);
  const table = rowsTable(value);
  if (table !== null) return { 'text/html': table };
  const bundle = figureOf(value) ?? chartOf(value) ?? frameOf(value);
  return bundle && readMimeBundle(bundle);
}

function imageOf(bytes: Uint8Array): MimeBundle | null {
  const [type] = IMAGES.find(([, start]) => start.every((byte, at) => bytes[at] === byte)) ?? [];
  return type === undefined ? null : readMimeBundle({ [type]: Buffer.from(bytes) });
}

/** `{ data: [{ type: 'scatter', … }], layout: { … } }` */
function figureOf(value: object): MimeBundle | null {
  if (!('data' in value) || !('layout' in value)) return null;
  const { data, layout } = value;
  const isFigure =
    Array.isArray(data) && data.length > 0 && data.every(isTrace) && isObject(layout);
  return isFigure ? { [PLOTLY]: { data, layout } } : null;
}

function isTrace(trace: unknown): boolean {
  return isObject(trace) && 'type' in trace && typeof trace.type === 'string';
}

function chartOf(value: object): MimeBundle | null {
  if (!('$schema' in value) || typeof value.$schema !== 'string') return null;
  const [, version] = VEGA_LITE.exec(value.$schema) ?? [];
  return version === undefined ? null : { [`application/vnd.vegalite.v${version}+json`]: value };
}

/** A table of Arquero, which makes HTML of its own. */
function frameOf(value: object): MimeBundle | null {
  if (!('toHTML' in value) || !('numRows' in value)) return null;
  const { toHTML, numRows } = value;
  if (typeof toHTML !== 'function' || typeof numRows !== 'function') return null;
  const html: unknown = Reflect.apply(toHTML, value, [{ limit: FRAME_ROWS }]);
  return typeof html === 'string' ? { 'text/html': html } : null;
}

/** The key of the method by which an object says how notebooks show it, the one that Deno's kernel asks for. */
const JUPYTER_DISPLAY = Symbol.for('Jupyter.display');

/** As they were before cells could replace them. */
const { get, has } = Reflect;

/**
 * Asks an object for its contents by MIME type, which may take a while and runs user code; null if it has no
 * such method.
 *
 * @throws whatever the method throws, and MimeBundleError
 */
export async function askForMimeBundle(value: unknown): Promise<MimeBundle | null> {
  if (isProxy(value) && !isSaid(value as object)) return null;
  const method: unknown = get(value as object, JUPYTER_DISPLAY);
  if (typeof method !== 'function') return null;
  return readMimeBundle(await Reflect.apply(method, value, []));
}

/** Whether a proxy says that it has the method, as data frames of nodejs-polars do; some return anything for any key. */
function isSaid(proxy: object): boolean {
  try {
    return has(proxy, JUPYTER_DISPLAY);
  } catch {
    return false;
  }
}

/** Contents of one output by MIME type, as the Jupyter protocol wants them: bytes in base64. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** Most characters of a bundle; longer ones would make notebooks that nothing opens. */
const MAX_CHARACTERS = 10_000_000;

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** The answer of a display method is not a MIME bundle, or too large. */
export class MimeBundleError extends Error {
  override readonly name = 'MimeBundleError';
}

/**
 * Reads the answer of a display method: an object with a text, bytes or JSON for each MIME type.
 *
 * @throws MimeBundleError
 */
export function readMimeBundle(answer: unknown): MimeBundle {
  if (typeof answer !== 'object' || answer === null) {
    throw new MimeBundleError(`a display must be an object by MIME type, got ${typeof answer}`);
  }
  let free = MAX_CHARACTERS;
  const entries = Object.entries(answer).map(([type, content]) => {
    if (!MIME_TYPE.test(type)) {
      throw new MimeBundleError(`${JSON.stringify(type)} is not a MIME type`);
    }
    const [value, length] = readContent(content);
    free -= length;
    return [type, value] as const;
  });
  if (entries.length === 0) throw new MimeBundleError('the display has no MIME type');
  if (free < 0) throw tooLong();
  return Object.fromEntries(entries);
}

/** A copy of a content that can be sent, and its length. */
function readContent(content: unknown): readonly [value: unknown, characters: number] {
  if (typeof content === 'string') return [content, content.length];
  if (content instanceof Uint8Array) {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
      'base64'
    );
    return [text, text.length];
  }
  const json = JSON.stringify(content, asJson) as string | undefined;
  if (json === undefined) throw new MimeBundleError('a display has content that is not JSON');
  return [JSON.parse(json), json.length];
}

/** Typed arrays as lists, and whole numbers of any size as numbers where these are exact, else as texts. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  if (!types.isTypedArray(value)) return value;
  if (value.length > MAX_CHARACTERS) throw tooLong();
  return Array.from<unknown>(value);
}

function tooLong(): MimeBundleError {
  return new MimeBundleError(`the display has more than ${MAX_CHARACTERS} characters`);
}
