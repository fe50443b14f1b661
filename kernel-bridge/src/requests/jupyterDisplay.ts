import { types } from 'node:util';
import { type MimeBundle, readMimeBundle } from './mimeBundle';

/** The key of the method by which an object says how notebooks show it, the one that Deno's kernel asks for. */
const JUPYTER_DISPLAY = Symbol.for('Jupyter.display');

/** As they were before cells could replace them. */
const { isProxy } = types;
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
