import {
  lastName,
  loopsAt,
  type ScriptFunction,
  type ScriptFunctions
} from '../../scripts/scriptFunctions';

/** A function on the way to an inlined one. */
export interface OnWay {
  /** Null for functions without text. */
  readonly own: ScriptFunction | null;
  /** Whether it is one of JavaScript itself, such as `Array.prototype.find`. */
  readonly isBuiltin: boolean;
  /** The line that calls on; null where it is not known. */
  readonly line: number | null;
  /** The name of what it calls; '' for a function that is written as an argument, maybe of one that V8 inlined. */
  readonly calls: string;
}

/**
 * The number of loops around the calls on a way, by the text of each function: one of JavaScript itself that calls
 * back, such as `Array.prototype.find`, does so in a loop.
 */
export function loopsAround(way: readonly OnWay[]): number {
  return way.reduce((sum, { own, isBuiltin, line, calls }) => {
    if (own === null) return sum + Number(isBuiltin);
    const loops = line === null ? loopsOfCalls(own, calls) : loopsAt(own, line);
    return sum + loops + Number(calls === '');
  }, 0);
}

/** The most loops around calls by a name; 0 if there is none. */
function loopsOfCalls({ calls }: ScriptFunction, name: string): number {
  const wanted = lastName(name);
  return calls.reduce(
    (most, call) => (call.name === wanted ? Math.max(most, call.loops) : most),
    0
  );
}

/** The most loops around a line of another function of the script that some functions call; none if V8 cannot inline it. */
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
