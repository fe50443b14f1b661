import { ANONYMOUS, TOP_LEVEL } from '../../../model/profile/frameNames';
import type { Runtime } from 'node:inspector';
import { FrameKind } from '../../../model/profile/profile';
import type { StackBuilder } from '../../../model/build/stackBuilder';
import type { StringTable } from '../../../model/build/stringTable';
import { BLOCKED_WAIT_FUNCTION } from '../../process/blockedWaits';
import { displayFile } from '../scripts/frameClassifier';
import { type FrameKindValue, classifyScript, isWasm } from '../../../model/profile/scriptKind';
import type { FunctionPlace, SourceMapper, SourcePosition } from '../scripts/sourceMapper';

/** The sources of names and positions for the lines of sampled code. */
export interface SourceLinesOptions {
  /** Text of the resulting tables goes here. */
  readonly strings: StringTable;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

/** Files as they are shown, each of which is found out once. */
export class ShownFiles {
  readonly #rows = new Map<string, number>();

  constructor(private readonly options: Pick<SourceLinesOptions, 'strings' | 'folder'>) {}

  /** The row of the text that is shown for a file. */
  row(path: string): number {
    let row = this.#rows.get(path);
    if (row === undefined) {
      const { strings, folder } = this.options;
      row = strings.intern(displayFile(path, folder));
      this.#rows.set(path, row);
    }
    return row;
  }
}

/** The destination of stack frames, and the sources of their names and positions. */
export interface CallFramesOptions extends SourceLinesOptions {
  readonly stacks: StackBuilder;
}

const ROOT = '(root)';
const IDLE = '(idle)';
const PROGRAM = '(program)';

/** The files of Node that call hooks, of promises where there are several. */
export const HOOK_CALLERS: readonly string[] = [
  'node:internal/promise_hooks',
  'node:internal/async_hooks'
];

/** The name that both CPU profilers give to garbage collection. */
export const GARBAGE_COLLECTOR = '(garbage collector)';

/** V8's names for its own time and memory in both profilers, with the kind of frame to show. */
const STATES: ReadonlyMap<string, FrameKindValue> = new Map([
  [GARBAGE_COLLECTOR, FrameKind.gc],
  ['(GC)', FrameKind.gc],
  [PROGRAM, FrameKind.program],
  [IDLE, FrameKind.program],
  [ROOT, FrameKind.program],
  ['(IDLE)', FrameKind.program],
  ['(EXTERNAL)', FrameKind.program],
  ['(OTHER)', FrameKind.program]
]);

/** The location given for `eval` code. */
const EVALUATED = '(eval)';

const UNKNOWN: SourcePosition = { line: 0, column: 0 };

/** What is known about a function. */
export interface KnownFunction {
  readonly scriptId: string;
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** True for functions of the profiler itself. */
  readonly isInternal: boolean;
  /** The owner of its code. */
  readonly kind: FrameKindValue;
  /** Its row; -1 until it is needed. */
  row: number;
}

/** The functions of V8's profiles on their source positions, each once. */
export class CallFrames {
  /** By script and a hash of the place in it; of two with the same hash, the newer one. */
  readonly #functions = new Map<string, Map<number, KnownFunction>>();
  /** The frame that was looked up last, and its function: callers ask about one several times in a row. */
  #lastFrame: Runtime.CallFrame | null = null;
  #lastFunction: KnownFunction | null = null;
  readonly #files: ShownFiles;
  #programRow: number | null = null;

  constructor(private readonly options: CallFramesOptions) {
    this.#files = new ShownFiles(options);
  }

  /** The facts about a function, for whoever needs several of them. */
  known(frame: Runtime.CallFrame): KnownFunction {
    return this.#look(frame);
  }

  /** True for the node above all stacks, which is not a function. */
  isRoot(frame: Runtime.CallFrame): boolean {
    return isMeta(frame) && frame.functionName === ROOT;
  }

  /** True for the node that stands for an idle thread. */
  isIdle(frame: Runtime.CallFrame): boolean {
    return isMeta(frame) && frame.functionName === IDLE;
  }

  /** True for the function of the host below which a thread is blocked until it is answered. */
  isBlocked(frame: Runtime.CallFrame): boolean {
    return frame.functionName === BLOCKED_WAIT_FUNCTION && this.isInternal(frame);
  }

  /** True for functions of the profiler itself. */
  isInternal(frame: Runtime.CallFrame): boolean {
    return this.#look(frame).isInternal;
  }

  /** True for functions of Node that call hooks: they run in the code that the hook is told of, but are none of it. */
  callsHooks({ url }: Pick<Runtime.CallFrame, 'url'>): boolean {
    return HOOK_CALLERS.includes(url);
  }

  /** True for functions that have lines worth showing. */
  isShown(frame: Runtime.CallFrame): boolean {
    const { isInternal, kind } = this.#look(frame);
    if (isInternal || isWasm(frame.url)) return false;
    return kind === FrameKind.user || kind === FrameKind.library;
  }

  /** The owner of the function's code. */
  kindOf(frame: Runtime.CallFrame): FrameKindValue {
    return this.#look(frame).kind;
  }

  /** The row of the function, new or known. */
  row(frame: Runtime.CallFrame): number {
    const known = this.#look(frame);
    if (known.row < 0) known.row = this.#addRow(frame, known.kind);
    return known.row;
  }

  /** The one-based source line of a place in a script; 0 when unknown. */
  lineAt(url: string, line: number, column: number): number {
    if (line < 1 || isWasm(url)) return 0;
    const source = this.#positionOf(url, line, column).line;
    const last = this.options.mapper.lastLine(url, source) ?? Infinity;
    return Math.min(Math.max(0, source), last);
  }

  /** The row for time outside of any function. */
  programRow(): number {
    return (this.#programRow ??= this.#add(PROGRAM, '', FrameKind.program, UNKNOWN));
  }

  #look(frame: Runtime.CallFrame): KnownFunction {
    if (this.#lastFunction === null || frame !== this.#lastFrame) {
      this.#lastFrame = frame;
      this.#lastFunction = this.#find(frame);
    }
    return this.#lastFunction;
  }

  #find(frame: Runtime.CallFrame): KnownFunction {
    const { url, scriptId, functionName: name, lineNumber: line, columnNumber: column } = frame;
    let ofScript = this.#functions.get(url);
    if (ofScript === undefined) {
      ofScript = new Map<number, KnownFunction>();
      this.#functions.set(url, ofScript);
    }
    const place = Math.imul(line, 0x9e3779b1) ^ column;
    const known = ofScript.get(place);
    if (known && isSame(known, frame)) return known;
    const isInternal = this.options.mapper.isInternal(url);
    const kind = this.#classify(frame);
    const found = { scriptId, name, line, column, isInternal, kind, row: -1 };
    ofScript.set(place, found);
    return found;
  }

  #classify(frame: Runtime.CallFrame): FrameKindValue {
    if (isMeta(frame)) return STATES.get(frame.functionName) ?? FrameKind.native;
    if (frame.url === '') return FrameKind.user;
    const { mapper } = this.options;
    return classifyScript(mapper.known(frame.url) ? mapper.sourceFile(frame.url) : frame.url);
  }

  #addRow(frame: Runtime.CallFrame, kind: FrameKindValue): number {
    const { url } = frame;
    if (isCollected(frame)) return this.#add(frame.functionName || ANONYMOUS, '', kind, UNKNOWN);
    if (isMeta(frame) || isWasm(url)) {
      return this.#add(frame.functionName || '(native)', url, kind, UNKNOWN);
    }
    const line = frame.lineNumber + 1;
    const column = frame.columnNumber + 1;
    const isTopLevel = this.#isTopLevel(frame);
    const place = { name: frame.functionName, line, column };
    const name = isTopLevel ? TOP_LEVEL : this.#nameOf(url, place) || ANONYMOUS;
    const position = this.#positionOf(url, line, column);
    return this.#add(name, url || EVALUATED, kind, position);
  }

  /**
   * Whether it is the code of a script outside of its functions: nameless, and on the first line, where minified scripts have
   * functions without a name as well. A function that no source has is one that a compiler put around the code of a module. Of a
   * script whose functions are unknown, as `tsx` keeps it in memory, the source map tells.
   */
  #isTopLevel({ url, functionName, lineNumber, columnNumber }: Runtime.CallFrame): boolean {
    if (functionName !== '' || lineNumber > 0 || url === '') return false;
    if (columnNumber <= 0) return true;
    const { mapper } = this.options;
    const [line, column] = [lineNumber + 1, columnNumber + 1];
    const functions = mapper.functions?.(url) ?? null;
    if (functions === null) return !this.#isBehindFirst(url, line, column);
    if (!functions.beginning(line, column)) return true;
    return mapper.known(url) && mapper.mapPosition(url, line, column) === null;
  }

  /** Whether a place is of a later line of the same source than what its line of the script begins with. */
  #isBehindFirst(url: string, line: number, column: number): boolean {
    const { mapper } = this.options;
    const place = mapper.known(url) ? mapper.mapPosition(url, line, column) : null;
    const first = mapper.mapLine(url, line);
    if (place === null || first === null) return false;
    return place.file === first.file && place.line > first.line;
  }

  /**
   * The name of a function; '' if it has none. V8 may name such a function after code nearby, as in `args.i`, and the
   * program may give it a name as it runs.
   */
  #nameOf(url: string, place: FunctionPlace): string {
    const { mapper } = this.options;
    const { name, line, column } = place;
    const isSure = name !== '' && !name.includes('.');
    const known = isSure ? null : mapper.functions?.(url)?.beginning(line, column);
    if (known && (name === '' || known.name === '')) return known.name;
    return mapper.sourceName?.(url, place) ?? name;
  }

  #positionOf(url: string, line: number, column: number): SourcePosition {
    const { mapper } = this.options;
    if (!mapper.known(url)) return { line, column };
    return mapper.mapPosition(url, line, column) ?? UNKNOWN;
  }

  #add(name: string, url: string, kind: FrameKindValue, position: SourcePosition): number {
    const { strings, stacks, mapper } = this.options;
    return stacks.frame({
      name: strings.intern(name),
      file: this.#files.row(position.file ?? mapper.sourceFile(url)),
      line: Math.max(0, position.line),
      column: Math.max(0, position.column),
      kind
    });
  }
}

/** A script that is compiled again may have another function, or another source map, at the same place. */
function isSame(known: KnownFunction, frame: Runtime.CallFrame): boolean {
  return (
    known.name === frame.functionName &&
    known.line === frame.lineNumber &&
    known.column === frame.columnNumber &&
    known.scriptId === frame.scriptId
  );
}

/** V8 marks anything that is not a function of a script by an empty file, no line and no script. */
function isMeta(frame: Runtime.CallFrame): boolean {
  return frame.url === '' && frame.lineNumber < 0 && !isCollected(frame);
}

/** If the script of a function has been collected, V8's heap profiler knows only the function's name. */
function isCollected({ url, lineNumber, scriptId }: Runtime.CallFrame): boolean {
  return url === '' && lineNumber < 0 && Number(scriptId) > 0;
}
