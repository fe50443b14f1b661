import {
  type SourceMapInput,
  type SourceMapSegment,
  TraceMap,
  decodedMappings,
  encodedMappings
} from '@jridgewell/trace-mapping';
import { checkMappings } from '../sources/v8/scripts/checkMappings';
import { encodeFunctions, FUNCTIONS_FIELD } from '../sources/v8/scripts/functionsField';
import { parseScript, type NodeFields, fieldsOf, nodesIn } from '../sources/v8/scripts/parseScript';
import { functionsIn } from '../sources/v8/scripts/readFunctions';
import type { Node } from 'acorn';

/** Fields that hold nodes at whose beginning a line must not be broken, by the type of their node. */
const BOUND: Readonly<Record<string, readonly string[]>> = {
  ReturnStatement: ['argument'],
  ThrowStatement: ['argument'],
  YieldExpression: ['argument'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ArrowFunctionExpression: ['params'],
  MethodDefinition: ['key', 'value'],
  PropertyDefinition: ['key'],
  Property: ['key'],
  MetaProperty: ['meta', 'property'],
  TemplateLiteral: ['quasis']
};

/**
 * The positions in a script, in UTF-16 units, where a line may be broken without changing its meaning:
 * the beginnings of statements and expressions, except those that ECMAScript requires on the line of
 * the word before them, such as the value after `return`.
 */
function placesToBreak(program: Node): ReadonlySet<number> {
  const places = new Set<number>();
  const bound = new Set<number>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const fields = fieldsOf(node);
    places.add(node.start);
    for (const each of boundNodes(fields)) bound.add(each.start);
    for (const value of Object.values(fields)) pending.push(...nodesIn(value));
  }
  for (const place of bound) places.delete(place);
  return places;
}

function boundNodes(node: NodeFields): readonly Node[] {
  const { type, kind } = node;
  const isUsing = type === 'VariableDeclaration' && String(kind).endsWith('using');
  const names = isUsing ? ['declarations'] : (BOUND[String(type)] ?? []);
  // The key of `{ name }` or `{ name: 1 }` begins where its property does, which may begin a line.
  return names.flatMap(name => nodesIn(node[name])).filter(each => each.start !== node.start);
}

/** The comment at the end of a script with an inline source map. */
const INLINE_MAP =
  /\n?\/\/# sourceMappingURL=data:application\/json[^,\n]*;base64,([A-Za-z0-9+/=]+)\s*$/;

/** Apart from the rest: readers of this file are not to take the text below for its own comment. */
const COMMENT = '//# ';

/** Scripts larger than this run as they are, UTF-16 units. */
const MOST_CODE = 16 * 2 ** 20;

/**
 * A script with separate lines for the lines of its source, according to its inline source map, and
 * with an adjusted map, which also has its functions. V8 records the lines of samples but no columns, so
 * it has no information about a script on a single line. Only line breaks are added, where they change
 * nothing. A script without an inline map, or that cannot be parsed, is returned unchanged.
 */
export function spreadLines(script: string): string {
  const found = script.length > MOST_CODE ? null : INLINE_MAP.exec(script);
  if (found === null) return script;
  try {
    return spread(script.slice(0, found.index), Buffer.from(found[1], 'base64').toString('utf8'));
  } catch {
    return script;
  }
}

function spread(code: string, json: string): string {
  const map = new TraceMap(checkMappings(JSON.parse(json) as SourceMapInput));
  const program = parseScript(code);
  const places = placesToBreak(program);
  const lines = code.split('\n');
  const mappings = decodedMappings(map);
  const text: string[] = [];
  const spreadMappings: SourceMapSegment[][] = [];
  const beginnings: number[] = [];
  let offset = 0;
  lines.forEach((line, number) => {
    const parts = breakLine(mappings[number] ?? [], column => places.has(offset + column));
    const ends = [...parts.slice(1).map(({ from }) => from), line.length];
    parts.forEach(({ from, segments }, part) => {
      text.push(line.slice(from, ends[part]));
      spreadMappings.push(segments);
      beginnings.push(offset + from);
    });
    offset += line.length + 1;
  });
  const { sources, sourcesContent, sourceRoot, names, file } = map;
  const plain = { version: 3, file, sourceRoot, sources, sourcesContent, names } as const;
  const mapped = new TraceMap({ ...plain, mappings: spreadMappings });
  const functions = encodeFunctions(functionsIn(program, code, beginnings));
  const fields = { mappings: encodedMappings(mapped), [FUNCTIONS_FIELD]: functions };
  const whole = { ...plain, ...fields };
  const body = Buffer.from(JSON.stringify(whole)).toString('base64');
  return `${text.join('\n')}\n${COMMENT}sourceMappingURL=data:application/json;base64,${body}`;
}

/** A part of a line that becomes a separate line. */
interface LinePart {
  /** Its first column in the whole line. */
  readonly from: number;
  /** Its segments, in its own columns. */
  readonly segments: SourceMapSegment[];
}

/** Parts a line wherever its source goes on to another line and `mayBreak` allows it. */
function breakLine(
  segments: readonly SourceMapSegment[],
  mayBreak: (column: number) => boolean
): readonly LinePart[] {
  let part: LinePart = { from: 0, segments: [] };
  const parts = [part];
  let source = '';
  for (const segment of segments) {
    const [column, file, line] = segment;
    const isMapped = file !== undefined && line !== undefined;
    const here = isMapped ? `${file} ${line}` : source;
    if (here !== source && column > part.from && mayBreak(column)) {
      part = { from: column, segments: [] };
      parts.push(part);
    }
    if (part.segments.length === 0) source = here;
    part.segments.push(moved(segment, column - part.from));
  }
  return parts;
}

function moved(segment: SourceMapSegment, column: number): SourceMapSegment {
  const copy: SourceMapSegment = [...segment];
  copy[0] = column;
  return copy;
}
