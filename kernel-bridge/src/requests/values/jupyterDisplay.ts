import { types } from 'node:util';
import type { MimeBundle } from './mimeBundle';
import { readMimeBundle } from './mimeBundle';

/** The key of the method by which an object says how notebooks show it, the one that Deno's kernel asks for. */
const JUPYTER_DISPLAY = Symbol.for('Jupyter.display');

/** As it was before cells could replace it. */
const { isProxy } = types;

/**
 * Asks an object for its contents by MIME type, which may take a while and runs user code; null if it has no
 * such method. Proxies are not asked, as printing does not ask them either.
 *
 * @throws whatever the method throws, and MimeBundleError
 */
export async function askForMimeBundle(value: unknown): Promise<MimeBundle | null> {
  if (isProxy(value)) return null;
  const method: unknown = Reflect.get(value as object, JUPYTER_DISPLAY);
  if (typeof method !== 'function') return null;
  return readMimeBundle(await Reflect.apply(method, value, []));
}
