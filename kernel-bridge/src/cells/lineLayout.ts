import { decodedMappings, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/**
 * The position in the original code at which a line of laid-out code begins: line from 1, column from
 * 0.
 */
export interface LineOrigin {
  readonly line: number;
  readonly column: number;
}

/** Code in which no line holds code of two lines of the source. */
export interface LaidOutCode {
  readonly code: string;
  /** For each line of `code`. */
  readonly origins: readonly LineOrigin[];
}

/** Words behind which a line break would end the statement, or give the next word another meaning. */
const HOLDS_NEXT =
  /(?:^|[^\w$.])(?:return|throw|break|continue|yield|async|let|get|set|static|accessor|using|of)(?:\s|\/\*.*?\*\/)*$/;

/** Characters around a place that decide whether a line may break there. */
const LOOK = 1000;

/** Code that must stay on the line of the code before it. */
const HOLDS_BEFORE = /^(?:\s|\/\*.*?\*\/)*(?:=>|\+\+|--)/;

/**
 * Breaks emitted code where its source continues on another line. The compiler joins lines, for
 * instance those of the arguments of a call, and V8's profilers record no columns: code on one line
 * counts as one. The behaviour of the code stays the same. `mapTexts`, JSON, map the code to the
 * source, the last first.
 */
export function layOutLines(code: string, mapTexts: readonly string[]): LaidOutCode {
  const maps = mapTexts.map(text => new TraceMap(text));
  const mapped = decodedMappings(maps[0]);
  const lines: string[] = [];
  const origins: LineOrigin[] = [];
  code.split('\n').forEach((text, index) => {
    const columns = (mapped[index] ?? []).map(([column]) => column);
    const sourceLine = (column: number) => sourceLineAt(maps, index + 1, column);
    let begin = 0;
    for (const column of breaksOf(text, columns, sourceLine)) {
      lines.push(text.slice(begin, column));
      origins.push({ line: index + 1, column: begin });
      begin = column;
    }
    lines.push(text.slice(begin));
    origins.push({ line: index + 1, column: begin });
  });
  return { code: lines.join('\n'), origins };
}

/** The columns at which one line should be broken, ascending. */
function breaksOf(
  text: string,
  columns: readonly number[],
  sourceLine: (column: number) => number | null
): number[] {
  const breaks: number[] = [];
  let current: number | null = null;
  for (const column of columns) {
    const line = sourceLine(column);
    const isNew = line !== null && line !== current;
    if (!isNew || (current !== null && !mayBreak(text, column))) continue;
    if (current !== null) breaks.push(column);
    current = line;
  }
  return breaks;
}

function mayBreak(text: string, column: number): boolean {
  if (column === 0 || column >= text.length) return false;
  const before = text.slice(Math.max(0, column - LOOK), column);
  return !HOLDS_NEXT.test(before) && !HOLDS_BEFORE.test(text.slice(column, column + LOOK));
}

function sourceLineAt(maps: readonly TraceMap[], line: number, column: number): number | null {
  let place: { line: number | null; column: number | null } = { line, column };
  for (const map of maps) {
    if (place.line === null || place.column === null) return null;
    place = originalPositionFor(map, { line: place.line, column: place.column });
  }
  return place.line;
}
