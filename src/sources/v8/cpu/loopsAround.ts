import {
  lastName,
  loopsAt,
  type ScriptFunction,
  type ScriptFunctions
} from '../scripts/scriptFunctions';

/** A function on the path to an inlined one. */
export interface OnWay {
  /** Null for functions without text. */
  readonly own: ScriptFunction | null;
  /** Whether it is a built-in of JavaScript, such as `Array.prototype.find`. */
  readonly isBuiltin: boolean;
  /** The line that calls the next one; null if it is unknown. */
  readonly line: number | null;
  /** The name of what it calls; '' for a function written as an argument, possibly of one that V8 inlined. */
  readonly calls: string;
}

/**
 * The number of loops around the calls on a path, according to the text of each function. A built-in that calls back,
 * such as `Array.prototype.find`, counts as a loop.
 */
export function loopsAround(way: readonly OnWay[]): number {
  return way.reduce((sum, { own, isBuiltin, line, calls }) => {
    if (own === null) return sum + Number(isBuiltin);
    const loops = line === null ? loopsOfCalls(own, calls) : loopsAt(own, line);
    return sum + loops + Number(calls === '');
  }, 0);
}

/** The largest number of loops around a call with this name; 0 if there is none. */
function loopsOfCalls({ calls }: ScriptFunction, name: string): number {
  const wanted = lastName(name);
  return calls.reduce(
    (most, call) => (call.name === wanted ? Math.max(most, call.loops) : most),
    0
  );
}

/**
 * The largest number of loops around a line of another function of the script that some of `functions` call; 0 if V8
 * cannot inline it.
 */
export function loopsWithin(
  functions: ScriptFunctions,
  from: readonly ScriptFunction[],
  line: number
): number {
  const owner = functions.within(line);
  if (owner === null || owner.isResumable) return -Infinity;
  const ways = from
    .flatMap(each => functions.ways(each, owner))
    .filter(way => !way.some((step, at) => at > 0 && step.function.isResumable));
  const calls = ways.map(way => way.reduce((sum, { loops }) => sum + loops, 0));
  return Math.max(-Infinity, ...calls) + loopsAt(owner, line);
}

/**
 * True if a line of a function calls what is a function neither of its script nor of `others`, the names of those that
 * it was seen to call: native code, as `JSON.parse` is.
 */
export function callsNative(
  own: ScriptFunction,
  line: number,
  functions: ScriptFunctions,
  others: readonly string[]
): boolean {
  const isKnown = (name: string): boolean =>
    name === '' || functions.hasNamed(name) || others.some(other => lastName(other) === name);
  return own.calls.some(call => call.line === line && !isKnown(call.name));
}
