import { Buffer } from 'node:buffer';
import { types } from 'node:util';
import { type MimeBundle, readMimeBundle } from './mimeBundle';
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
