import type { Runtime } from 'node:inspector';
import { FrameKind } from '../model/profile';
import type { StackBuilder } from '../model/stackBuilder';
import type { StringTable } from '../model/stringTable';
import type { FrameKindValue } from './frameClassifier';
import { classifyScript, displayFile, isWasm } from './frameClassifier';
import type { SourceMapper, SourcePosition } from './sourceMapper';

/** Where the lines of sampled code get their names and positions from. */
export interface SourceLinesOptions {
  /** Text of the resulting tables goes here. */
  readonly strings: StringTable;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

/** Where the frames of a stack go, and get their names and positions from. */
export interface CallFramesOptions extends SourceLinesOptions {
  readonly stacks: StackBuilder;
}

const ROOT = '(root)';
const IDLE = '(idle)';
const PROGRAM = '(program)';
const GARBAGE_COLLECTOR = '(garbage collector)';

/** What V8's two profilers call time and memory of its own, by the kind of frame it is shown as. */
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

/** Where text given to `eval` is said to be. */
const EVALUATED = '(eval)';

const UNKNOWN: SourcePosition = { line: 0, column: 0 };

/** The functions of V8's profiles on their source positions, each once. */
export class CallFrames {
  constructor(private readonly options: CallFramesOptions) {}

  /** True for the node above all stacks, which is no function. */
  isRoot(frame: Runtime.CallFrame): boolean {
    return isMeta(frame) && frame.functionName === ROOT;
  }

  /** True for the node that stands for a thread with nothing to do. */
  isIdle(frame: Runtime.CallFrame): boolean {
    return isMeta(frame) && frame.functionName === IDLE;
  }

  /** True for functions of the profiler itself. */
  isInternal(frame: Runtime.CallFrame): boolean {
    return this.options.mapper.isInternal(frame.url);
  }

  /** True for functions that have lines worth showing. */
  isShown(frame: Runtime.CallFrame): boolean {
    if (this.isInternal(frame) || isWasm(frame.url)) return false;
    const kind = this.kindOf(frame);
    return kind === FrameKind.user || kind === FrameKind.library;
  }

  /** Whose code the function is. */
  kindOf(frame: Runtime.CallFrame): FrameKindValue {
    if (isMeta(frame)) return STATES.get(frame.functionName) ?? FrameKind.native;
    if (frame.url === '') return FrameKind.user;
    const { mapper } = this.options;
    return classifyScript(mapper.known(frame.url) ? mapper.sourceFile(frame.url) : frame.url);
  }

  /** The row of the function, new or known. */
  row(frame: Runtime.CallFrame): number {
    const { url } = frame;
    if (isMeta(frame) || isWasm(url)) {
      return this.add(frame.functionName || '(native)', url, this.kindOf(frame), UNKNOWN);
    }
    const line = frame.lineNumber + 1;
    const isTopLevel = frame.functionName === '' && line <= 1 && url !== '';
    const name = isTopLevel ? '(top level)' : frame.functionName || '(anonymous)';
    const position = this.positionOf(url, line, frame.columnNumber + 1);
    return this.add(name, url || EVALUATED, this.kindOf(frame), position);
  }

  /** The one-based source line of a place in a script; 0 when unknown. */
  lineAt(url: string, line: number, column: number): number {
    if (line < 1 || isWasm(url)) return 0;
    const last = this.options.mapper.lastLine(url) ?? Infinity;
    const source = this.positionOf(url, line, column).line;
    return Math.min(Math.max(0, source), last);
  }

  /** The row for time outside of any function. */
  programRow(): number {
    return this.add(PROGRAM, '', FrameKind.program, UNKNOWN);
  }

  private positionOf(url: string, line: number, column: number): SourcePosition {
    const { mapper } = this.options;
    if (!mapper.known(url)) return { line, column };
    return mapper.mapPosition(url, line, column) ?? UNKNOWN;
  }

  private add(name: string, url: string, kind: FrameKindValue, position: SourcePosition): number {
    const { strings, stacks, mapper, folder } = this.options;
    return stacks.frame({
      name: strings.intern(name),
      file: strings.intern(displayFile(position.file ?? mapper.sourceFile(url), folder)),
      line: Math.max(0, position.line),
      column: Math.max(0, position.column),
      kind
    });
  }
}

/** V8 marks what is no function of a script by an empty file and no line. */
function isMeta(frame: Runtime.CallFrame): boolean {
  return frame.url === '' && frame.lineNumber < 0;
}
