import { lastIndexOf, max, slice } from '../../../base/intrinsics/ownFunctions';
import { findSourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  FlattenMap,
  LEAST_UPPER_BOUND,
  type SourceMapInput,
  type TraceMap,
  decodedMappings,
  originalPositionFor,
  type SourceMapSegment
} from '@jridgewell/trace-mapping';
import { FrameKind } from '../../../model/profile/profile';
import { checkMappings } from './checkMappings';
import { filePath, scriptName, textPath } from './frameClassifier';
import { classifyScript } from '../../../model/profile/scriptKind';
import { sourceLines } from '../../../model/profile/sourceText';
import { decodeFunctions } from './functionsField';
import { readBounded, readScript } from './readScript';
import type { ScriptFunction } from './scriptFunctions';
import type { FunctionPlace, MappedText, SourceLine, SourcePosition } from './sourceMapper';
import { partitionPoint } from '../../../base/partitionPoint';

/** The minimum number of source lines for a line of a script to hold most of its source. */
const MANY_LINES = 3;

/** So many mapped places before the beginning of a function may be its name. */
const PLACES_BEFORE = 8;

/** True for a one-based line of a script that holds several source lines and most of its source. */
function isDenseLine(map: TraceMap, line: number): boolean {
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
function nameInSource(
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
    // of a property the map names the object alone, as a rule
    const [found, [object]] = [map.names[mapped], name.split('.', 1)];
    return found.includes('.') ? found : `${found}${name.slice(object.length)}`;
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

const COMMENT = 'sourceMappingURL=';
const DATA_URL = /^data:application\/json[^,]*?(;base64)?,/;

/** The source map of one script, read and decoded. */
export class ScriptMap {
  readonly #dense = new Map<number, boolean>();
  readonly #linesOf = new Map<string, readonly string[]>();
  #text: readonly string[] | null = null;
  #texts: ReadonlyMap<string, string> | null = null;

  private constructor(
    private readonly script: string,
    private readonly map: TraceMap,
    /** The functions of the script, if the map has them. */
    readonly functions: readonly ScriptFunction[] | null,
    /** The files on disk that the map was read from. */
    private readonly readFrom: readonly string[]
  ) {}

  /**
   * The map of a script: the one that Node keeps, or that at `place`, or else that which the last comment of the file
   * names, in the comment itself or in a file. `null` for a script without one, or that is not on disk.
   *
   * @throws Error for a map that is missing, too large or malformed.
   */
  static read(
    script: string,
    place: string | null = null,
    keptMap: (name: string) => unknown = keptByNode
  ): ScriptMap | null {
    const path = filePath(script);
    if (path === null) return null;
    const kept: unknown = checkMappings(keptMap(scriptName(script)));
    const found = kept
      ? { payload: kept, url: pathToFileURL(path).href, readFrom: [] }
      : findMap(path, place ?? placeOnDisk(textPath(script)), place === null ? [path] : []);
    return found === null ? null : ScriptMap.#of(script, found);
  }

  /**
   * The map in a file, of a script that may be anywhere: the sources of the map lie as if it were beside the script.
   *
   * @throws Error for a map that is missing, too large or malformed.
   */
  static readAt(script: string, mapFile: string): ScriptMap {
    const path = filePath(script);
    const url = path === null ? script : pathToFileURL(path).href;
    const isUrl = URL.canParse(url);
    const payload = parse(readBounded(mapFile));
    const base = isUrl ? url : pathToFileURL(mapFile).href;
    return ScriptMap.#of(script, { payload, url: base, readFrom: [mapFile] });
  }

  static #of(script: string, { payload, url, readFrom }: FoundMap): ScriptMap {
    const map = new FlattenMap(payload as SourceMapInput, url);
    decodedMappings(map);
    return new ScriptMap(script, map, decodeFunctions(payload), readFrom);
  }

  /** The text of the source at a path, or with a name that is none; null if the map has no such source, or no text of it. */
  sourceText(path: string): MappedText | null {
    this.#texts ??= textsOf(this.map);
    const text = this.#texts.get(path);
    return text === undefined ? null : { text, readFrom: this.readFrom };
  }

  /** The first source that is not a library; the script itself if there is none. */
  get sourceFile(): string {
    const sources = this.map.resolvedSources.filter(source => source !== null && source !== '');
    return sources.find(isUserCode) ?? sources[0] ?? this.script;
  }

  /** The source position of a one-based position in the script. */
  position(line: number, column: number): SourcePosition | null {
    return this.#find({ line, column: Math.max(0, column - 1) });
  }

  /**
   * The source of the first mapped position on a one-based line of the script; of an arrow function that is all on this line,
   * but has only its head on that of the source, the line of its body.
   */
  line(line: number): SourceLine | null {
    const found = this.#find({ line, column: 0, bias: LEAST_UPPER_BOUND });
    return found && { ...found, line: this.#bodyOf(found, line) ?? found.line };
  }

  /** The next line of a source line that ends with `=>`, if that is on the same line of the script; null for others. */
  #bodyOf({ file = '', line: head }: SourceLine, line: number): number | null {
    const text = this.#sourceLines(file)[head - 1] ?? '';
    if (!/=>\s*$/.test(text)) return null;
    const segments = decodedMappings(this.map)[line - 1] ?? [];
    const body = segments.find(
      ([, source, sourceLine = -1]) =>
        source !== undefined && this.map.resolvedSources[source] === file && sourceLine >= head
    );
    return body?.[2] === undefined ? null : body[2] + 1;
  }

  /** The lines of a source; none if the map has not its text. */
  #sourceLines(source: string): readonly string[] {
    const known = this.#linesOf.get(source);
    if (known !== undefined) return known;
    const lines = sourceLines(this.sourceText(filePath(source) ?? source)?.text ?? '');
    this.#linesOf.set(source, lines);
    return lines;
  }

  /** True for a one-based line of the script with most of its source. */
  isDense(line: number): boolean {
    let isDense = this.#dense.get(line);
    if (isDense === undefined) this.#dense.set(line, (isDense = isDenseLine(this.map, line)));
    return isDense;
  }

  /** The name that the source has for a function of the script; `name` unless the map has another. */
  sourceName(place: FunctionPlace): string {
    return nameInSource(this.map, place, this.#lines);
  }

  /** The lines of the script on disk; none if it cannot be read. */
  get #lines(): readonly string[] {
    if (this.#text === null) {
      this.#text = (readScript(textPath(this.script) ?? '') ?? '').split('\n');
    }
    return this.#text;
  }

  #find(needle: Parameters<typeof originalPositionFor>[1]): SourcePosition | null {
    if (needle.line < 1) return null;
    const { source, line, column } = originalPositionFor(this.map, needle);
    if (source === null || !(line >= 1) || !(column >= 0)) return null;
    return { line, column: column + 1, file: source === '' ? this.script : source };
  }
}

/** The source map that Node has of a script that it has loaded, if it keeps them; undefined for none. */
export function keptByNode(name: string): unknown {
  return findSourceMap(name)?.payload;
}

interface FoundMap {
  readonly payload: unknown;
  /** The location of the map, for the names of its sources. */
  readonly url: string;
  /** The files on disk that have it. */
  readonly readFrom: readonly string[];
}

/** The texts of sources in a map, by their paths, or their names if they are no files. */
function textsOf({ resolvedSources, sourcesContent }: TraceMap): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  resolvedSources.forEach((source, at) => {
    const text = sourcesContent?.[at] ?? null;
    if (source !== null && text !== null) texts.set(filePath(source) ?? source, text);
  });
  return texts;
}

function placeOnDisk(path: string | null): string | null {
  const text = path === null ? null : readScript(path);
  return text === null ? null : mapPlace(text);
}

function findMap(path: string, place: string | null, script: readonly string[]): FoundMap | null {
  if (place === null) return null;
  const data = DATA_URL.exec(place);
  const url = new URL(data ? '' : place, pathToFileURL(path));
  if (!data) {
    const file = fileURLToPath(url);
    return { payload: parse(readBounded(file)), url: url.href, readFrom: [...script, file] };
  }
  const body = place.slice(data[0].length);
  const json = data[1] ? Buffer.from(body, 'base64').toString('utf8') : decodeURIComponent(body);
  return { payload: parse(json), url: url.href, readFrom: script };
}

/** The end of a text from where the comment that {@link mapPlace} finds is, if it has one. Within programs' code. */
export function mapComment(text: string): string | null {
  const at = lastIndexOf(text, COMMENT);
  return at < 0 ? null : slice(text, max(0, at - MOST_BEFORE));
}

/** Characters before the comment that are looked at. */
const MOST_BEFORE = 16;

/**
 * The target of the last comment of the form `sourceMappingURL=…`, if no code follows but the end of what tools wrap scripts
 * in: others are in texts and in comments about such comments.
 */
export function mapPlace(text: string): string | null {
  const at = text.lastIndexOf(COMMENT);
  if (at < 0 || !/\/[/*][#@]\s*$/.test(text.slice(Math.max(0, at - MOST_BEFORE), at))) return null;
  const rest = text.slice(at + COMMENT.length);
  const end = rest.search(/[\s*]/);
  const place = end < 0 ? rest : rest.slice(0, end);
  const behind = rest.slice(place.length, place.length + MOST_BEHIND).replace(COMMENTS, '');
  const isLast = behind.split('\n').every(line => NO_CODE.test(line));
  return place === '' || !isLast ? null : place;
}

/** Characters behind the comment that are looked at. */
const MOST_BEHIND = 4000;

const COMMENTS = /\/\*[\s\S]*?\*\//g;

/** A line of closing brackets and comments, also of the end of the comment itself. */
const NO_CODE = /^\s*(?:\*\/)?[\s)\]};,]*(?:\/\/.*)?$/;

function parse(json: string): object {
  const map: unknown = JSON.parse(json.replace(/^\)\]\}'[^\n]*\n/, ''));
  if (typeof map !== 'object' || map === null) {
    throw new TypeError('A source map must be an object');
  }
  return checkMappings(map);
}

function isUserCode(source: string | null): boolean {
  return source !== null && classifyScript(source) === FrameKind.user;
}
