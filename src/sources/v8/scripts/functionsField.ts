import type { ScriptCall, ScriptFunction, ScriptLoop } from './scriptFunctions';

/** The field of a source map that has the functions of its script, which may be nowhere on disk. */
export const FUNCTIONS_FIELD = 'x_kernelscope_functions';

/**
 * A function as the field has it: its name, place and last line, 1 if it is resumable, the number of its loops and
 * their lines, then name, line and loops of each call.
 */
type FunctionRow = readonly (string | number)[];

/** The value of {@link FUNCTIONS_FIELD}. */
export function encodeFunctions(functions: readonly ScriptFunction[]): readonly FunctionRow[] {
  return functions.map(({ name, line, column, lastLine, calls, loops, isResumable }) => {
    return [
      name,
      line,
      column,
      lastLine,
      Number(isResumable),
      loops.length,
      ...loops.flatMap(loop => [loop.line, loop.lastLine]),
      ...calls.flatMap(call => [call.name, call.line, call.loops])
    ];
  });
}

/** The functions in a source map; null if it has none, or other than {@link encodeFunctions} writes. */
export function decodeFunctions(map: unknown): ScriptFunction[] | null {
  if (typeof map !== 'object' || map === null || !(FUNCTIONS_FIELD in map)) return null;
  const rows = map[FUNCTIONS_FIELD];
  if (!Array.isArray(rows)) return null;
  const functions = rows.map(decodeRow);
  return functions.length > 0 && functions.every(each => each !== null) ? functions : null;
}

function decodeRow(row: unknown): ScriptFunction | null {
  if (!Array.isArray(row)) return null;
  const [name, line, column, lastLine, resumable, loopCount, ...others] = row as readonly unknown[];
  if (typeof name !== 'string' || !isCount(line) || !isCount(column) || !isCount(lastLine)) {
    return null;
  }
  const loops = decodeLoops(others.slice(0, 2 * Number(loopCount)), Number(loopCount));
  if (loops === null) return null;
  const rest = others.slice(2 * loops.length);
  const calls: ScriptCall[] = [];
  for (let at = 0; at < rest.length; at += 3) {
    const [called, from, loops] = rest.slice(at, at + 3);
    if (typeof called !== 'string' || !isCount(from) || !isCount(Number(loops) + 1)) return null;
    calls.push({ name: called, line: from, loops: Number(loops) });
  }
  return { name, line, column, lastLine, calls, loops, isResumable: resumable === 1 };
}

function decodeLoops(places: readonly unknown[], count: number): ScriptLoop[] | null {
  if (places.length !== 2 * count || !places.every(isCount)) return null;
  return Array.from({ length: count }, (_, at) => {
    return { line: places[2 * at], lastLine: places[2 * at + 1] };
  });
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
