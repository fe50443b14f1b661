import { type SourceMapSegment, type TraceMap, decodedMappings } from '@jridgewell/trace-mapping';
import { partitionPoint } from '../../../base/partitionPoint';
import type { FunctionPlace } from './sourceMapper';

/** The minimum number of source lines for a line of a script to hold most of its source. */
const MANY_LINES = 3;

/** So many mapped places before the beginning of a function may be its name. */
const PLACES_BEFORE = 8;

/** True for a one-based line of a script that holds several source lines and most of its source. */
export function isDenseLine(map: TraceMap, line: number): boolean {
  const mappings = decodedMappings(map);
  const segments = mappings[line - 1] ?? [];
  const all = mappings.reduce((sum, { length }) => sum + length, 0);
  if (segments.length * 2 <= all) return false;
  return (
    new Set(segments.map(([, source, sourceLine]) => `${source} ${sourceLine}`)).size >= MANY_LINES
  );
}

/**
 * The name of a function in the source. The map names identifiers, so the function's name is searched
 * for before its beginning; without one it keeps its name in the script, whose `lines` these are. Where the
 * script is not there, an identifier is its name that ends at its beginning and is as long.
 */
export function nameInSource(
  map: TraceMap,
  { name, line, column }: FunctionPlace,
  lines: readonly string[]
): string {
  const segments = decodedMappings(map)[line - 1] ?? [];
  const text = lines[line - 1];
  if (name === '') return name;
  const last = lastBefore(segments, column - 1);
  if (text === undefined) {
    const [from, , , , mapped] = segments[lastBefore(segments, column - 2)] ?? [-1];
    return mapped !== undefined && from + name.length === column - 1 ? map.names[mapped] : name;
  }
  for (let at = last; at >= 0 && at > last - PLACES_BEFORE; at--) {
    const [from, , , , mapped] = segments[at];
    if (mapped === undefined || !isWordAt(text, from, name)) continue;
    return map.names[mapped];
  }
  return name;
}

/** Whether `name` is a whole word at `from` in a text. */
function isWordAt(text: string, from: number, name: string): boolean {
  return text.startsWith(name, from) && !/[\w$]/.test(text[from + name.length] ?? '');
}

/** The place of the last segment that begins at or before `column`; -1 for none. */
function lastBefore(segments: readonly SourceMapSegment[], column: number): number {
  return partitionPoint(0, segments.length, at => segments[at][0] <= column) - 1;
}
