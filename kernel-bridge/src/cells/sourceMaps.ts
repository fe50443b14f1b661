import { originalPositionFor, TraceMap, decodedMappings } from '@jridgewell/trace-mapping';
import { type ScriptFunctions, functionsOfText, intrinsics } from 'kernelscope/host';

/** The maps of tslab's two passes: TypeScript → ES module, and ES module → CommonJS. */
interface PassMaps {
  readonly emit: string;
  readonly module: string;
}

/** A place in TypeScript source; line and column count from 1. */
interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

interface Script {
  readonly maps: PassMaps;
  /** Lines that tslab puts before the source: 1 for cells and notebook modules, 0 for files. */
  readonly prefixLines: number;
  readonly lineCount: number;
  /** The positions of the script's lines in the text that the maps are for. */
  readonly origins?: readonly LineOrigin[];
  /** The code that V8 runs; absent if it is not kept. */
  readonly code?: string;
  functions?: { readonly read: ScriptFunctions | null };
  traced?: readonly [TraceMap, TraceMap];
}

/** Files whose frames belong to the kernel and not to the user. */
interface KernelFrames {
  /** File name of the script that starts a cell: everything below it is the kernel. */
  readonly runner: string;
  /** True for a file of the kernel itself. */
  isKernelFile(file: string): boolean;
}

const mapsByOutput = new Map<string, PassMaps>();
const scripts = new Map<string, Script>();
const TICK_COLUMN_STEP = 4;
const TICK_COLUMN_LIMIT = 200;

/** Keeps the maps of one conversion until `takeMaps` asks for the text they belong to. */
export function rememberMaps(output: string, maps: PassMaps): void {
  mapsByOutput.set(output, maps);
}

/** The maps of a converted text, once; `undefined` when there are none. */
export function takeMaps(output: string): PassMaps | undefined {
  const maps = mapsByOutput.get(output);
  mapsByOutput.delete(output);
  return maps;
}

/** The lines of a script's TypeScript. */
interface ScriptExtent {
  /** Lines that the converter put before them. */
  readonly prefixLines: number;
  readonly lineCount: number;
}

/** Makes positions in the script `file` mappable. */
export function registerScript(
  file: string,
  maps: PassMaps | undefined,
  extent: ScriptExtent & Pick<Script, 'origins' | 'code'>
): void {
  if (maps === undefined) {
    scripts.delete(file);
    return;
  }
  scripts.set(file, { maps, ...extent });
}

/**
 * Registers a text of the converter as the script `file`, and returns the text to compile instead: the
 * same, but without lines that hold code of two lines of the TypeScript. Text without maps stays.
 */
export function registerOutput(file: string, output: string, extent: ScriptExtent): string {
  const maps = takeMaps(output);
  if (maps === undefined) {
    registerScript(file, maps, { ...extent, code: output });
    return output;
  }
  const { code, origins } = layOutLines(output, [maps.module, maps.emit]);
  registerScript(file, maps, { ...extent, origins, code });
  return code;
}

/** The functions of a script, on the lines that V8 sees; null if they are not known. */
export function scriptFunctions(file: string): ScriptFunctions | null {
  const script = scripts.get(file);
  if (script?.code === undefined) return null;
  script.functions ??= { read: functionsOfText(script.code) };
  return script.functions.read;
}

/** True when positions in `file` can be mapped. */
export function isMapped(file: string): boolean {
  return scripts.has(file);
}

/** The last line of a script's TypeScript; null for files, whose length the kernel does not know. */
export function lastLine(file: string): number | null {
  const lineCount = scripts.get(file)?.lineCount ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(lineCount) ? lineCount : null;
}

function tracedMaps(script: Script): readonly [emit: TraceMap, module: TraceMap] {
  script.traced ??= [new TraceMap(script.maps.emit), new TraceMap(script.maps.module)];
  return script.traced;
}

/**
 * The file from which the script `file` was made, beside it: `model.ts` for `model.js` if its map names
 * a `.ts`; else `file` itself.
 */
export function sourceFile(file: string): string {
  const script = scripts.get(file);
  if (script === undefined) {
    return file;
  }
  const [source] = tracedMaps(script)[0].sources;
  const extension = /\.[cm]?tsx?$/.exec(source ?? '')?.[0];
  return extension === undefined ? file : file.replace(/\.[cm]?jsx?$/, extension);
}

/** The TypeScript of a file that cells import, as it was converted last; null for one that none imports. */
export function importedText(path: string): string | null {
  const file = path.replace(/\.([cm]?)tsx?$/, '.$1js');
  const script = scripts.get(file);
  if (script === undefined || script.prefixLines > 0 || sourceFile(file) !== path) return null;
  return tracedMaps(script)[0].sourcesContent?.[0] ?? null;
}

/** TypeScript position of a position in generated code (both from 1); null if there is none. */
export function mapPosition(file: string, line: number, column: number): SourcePosition | null {
  const script = scripts.get(file);
  const position = script && findPosition(script, line, column);
  return script && position ? clamp(script, position) : null;
}

/** Like {@link mapPosition}, but may be on a line that tslab added. */
function findPosition(script: Script, line: number, column: number): SourcePosition | null {
  const [emitMap, moduleMap] = tracedMaps(script);
  const needle = originOf(script, Math.max(1, line), Math.max(0, column - 1));
  const emitted = originalPositionFor(moduleMap, needle);
  if (emitted.line === null) {
    return null;
  }
  const source = originalPositionFor(emitMap, { line: emitted.line, column: emitted.column });
  if (source.line === null) {
    return null;
  }
  return { line: source.line - script.prefixLines, column: source.column + 1 };
}

/**
 * The position in the text that the maps are for of a position in a script, line from 1 and column from
 * 0.
 */
function originOf({ origins }: Script, line: number, column: number): LineOrigin {
  const begin = origins?.[line - 1] ?? { line, column: 0 };
  return { line: begin.line, column: begin.column + column };
}

/** tslab appends an `export {…}` line and prepends one: both are charged to the nearest real line. */
function clamp(script: Script, position: SourcePosition): SourcePosition {
  const line = Math.min(Math.max(1, position.line), script.lineCount);
  return line === position.line ? position : { line, column: 1 };
}

/**
 * TypeScript line of a generated line (from 1), for samples without a column: the first mapping on that
 * line that leads to TypeScript; null if there is none, and for lines that tslab added.
 */
export function mapLine(file: string, line: number): number | null {
  const script = scripts.get(file);
  if (script === undefined) {
    return null;
  }
  for (let column = 1; column < TICK_COLUMN_LIMIT; column += TICK_COLUMN_STEP) {
    const position = findPosition(script, line, column);
    if (position !== null) {
      return position.line >= 1 && position.line <= script.lineCount ? position.line : null;
    }
  }
  return null;
}

/** V8's call sites print themselves, which their declared type does not say. */
interface PrintedSite extends NodeJS.CallSite {
  toString(): string;
}

function describeSite(site: PrintedSite): string {
  const text = site.toString();
  const file = site.getFileName();
  const line = site.getLineNumber();
  const column = site.getColumnNumber();
  if (file == null || line === null || column === null) {
    return text;
  }
  const position = mapPosition(file, line, column);
  if (position === null) {
    return text;
  }
  return text.replace(
    `${file}:${line}:${column}`,
    `${sourceFile(file)}:${position.line}:${position.column}`
  );
}

function isInternal(site: NodeJS.CallSite): boolean {
  return site.getFileName()?.startsWith('node:internal/') ?? true;
}

/** The frames a user wants to see: below the cell's start, the kernel and Node's own loop are cut. */
function userSites(sites: readonly PrintedSite[], kernel: KernelFrames): PrintedSite[] {
  const start = sites.findIndex(site => site.getFileName() === kernel.runner);
  const kept = sites
    .slice(0, start < 0 ? sites.length : start)
    .filter(site => !kernel.isKernelFile(site.getFileName() ?? ''));
  const trailing = [...kept].reverse().findIndex(site => !isInternal(site));
  return trailing <= 0 ? kept : kept.slice(0, -trailing);
}

/** As they were before cells could replace them. */
const { apply } = Reflect;
const errorText = Reflect.get(Error.prototype, 'toString') as () => string;

function heading(error: unknown): string {
  try {
    return apply(errorText, error, []);
  } catch {
    return '<error>';
  }
}

/** Makes every later `error.stack` speak of TypeScript lines, `Cell [5]:3:7`, without kernel frames. */
export function installStackMapping(kernel: KernelFrames): void {
  Error.prepareStackTrace = (error, sites) => {
    const head = heading(error);
    return intrinsics.own(() => {
      const lines = userSites(sites, kernel).map(site => `    at ${describeSite(site)}`);
      return [head, ...lines].join('\n');
    });
  };
}

/**
 * The position in the original code at which a line of laid-out code begins: line from 1, column from
 * 0.
 */
interface LineOrigin {
  readonly line: number;
  readonly column: number;
}

/** Code in which no line holds code of two lines of the source. */
interface LaidOutCode {
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
