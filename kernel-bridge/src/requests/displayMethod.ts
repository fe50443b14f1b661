import { types } from 'node:util';
import { type ResultDisplay, displayKey, isObject } from 'kernelscope/host';
import { describeThrown } from '../tslab/failure';

/** Characters of a table at most; longer ones are printed, as far as printed output goes. */
const MAX_CHARACTERS = 1_000_000;

/** How a value says that it is shown: null if it does not say, or its method fails, with the error. */
export interface AskedDisplay {
  readonly display: ResultDisplay | null;
  readonly problem: string | null;
}

/** As it was before cells could replace it. */
const { isProxy } = types;

const NOTHING: AskedDisplay = { display: null, problem: null };

/**
 * Asks an object for its display, by the method with the key `displayKey()`: this may run user code, so call
 * it where that runs. Proxies are not asked, as printing does not ask them either.
 */
export function askForDisplay(value: unknown): AskedDisplay {
  if (isProxy(value)) return NOTHING;
  try {
    const method: unknown = Reflect.get(value as object, displayKey());
    if (typeof method !== 'function') return NOTHING;
    return { display: readDisplay(Reflect.apply(method, value, [])), problem: null };
  } catch (error) {
    return { display: null, problem: displayProblem(error) };
  }
}

/** The sentence about a display that failed. */
export function displayProblem(error: unknown): string {
  const { ename, evalue } = describeThrown(error);
  return `The value is printed, because it could not be displayed: ${ename}: ${evalue}\n`;
}

/** Reads each property once; null for an answer without content, or with too much. */
function readDisplay(answer: unknown): ResultDisplay | null {
  if (!isObject(answer)) return null;
  const { profile, compared, html, text, ranks, query } = answer as Readonly<
    Record<keyof ResultDisplay, unknown>
  >;
  const texts = { ...textOf('html', html), ...textOf('text', text) };
  const isLong = Object.values(texts).some(one => one.length > MAX_CHARACTERS);
  if (isLong) return null;
  if (isObject(profile)) {
    const profiles = isObject(compared) ? { profile, compared } : { profile };
    return { ...texts, ...profiles } as ResultDisplay;
  }
  if (texts.html === undefined && texts.text === undefined) return null;
  const rich = { ...(isObject(ranks) && { ranks }), ...(isObject(query) && { query }) };
  return { ...texts, ...rich };
}

function textOf<K extends 'html' | 'text'>(key: K, text: unknown): { readonly [P in K]?: string } {
  return (typeof text === 'string' ? { [key]: text } : {}) as { readonly [P in K]?: string };
}
