import type { Runtime } from 'node:inspector';
import { FrameKind } from '../model/profile';
import type { StackBuilder } from '../model/stackBuilder';
import type { StringTable } from '../model/stringTable';
import type { FrameKindValue } from './frameClassifier';
import { classifyScript, displayFile } from './frameClassifier';
import type { SourceMapper } from './sourceMapper';

/** Where the lines of sampled code get their names and positions from. */
export interface SourceLinesOptions {
  /** Text of the resulting tables goes here. */
  readonly strings: StringTable;
  readonly mapper: SourceMapper;
  /** Files are shown relative to this absolute path. */
  readonly folder: string;
}

/** Where the frames of a CPU profile go, and get their names and positions from. */
export interface CallFramesOptions extends SourceLinesOptions {
  readonly stacks: StackBuilder;
}

const ROOT = '(root)';
const IDLE = '(idle)';
const PROGRAM = '(program)';
const GARBAGE_COLLECTOR = '(garbage collector)';

/** The functions of a CPU profile on their source positions, each once. */
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
    if (this.isInternal(frame)) return false;
    const kind = this.kindOf(frame);
    return kind === FrameKind.user || kind === FrameKind.library;
  }

  /** Whose code the function is. */
  kindOf(frame: Runtime.CallFrame): FrameKindValue {
    if (isMeta(frame)) {
      if (frame.functionName === GARBAGE_COLLECTOR) return FrameKind.gc;
      if ([PROGRAM, IDLE, ROOT].includes(frame.functionName)) return FrameKind.program;
    }
    return this.options.mapper.known(frame.url) ? FrameKind.user : classifyScript(frame.url);
  }

  /** The row of the function, new or known. */
  row(frame: Runtime.CallFrame): number {
    const kind = this.kindOf(frame);
    const line = frame.lineNumber + 1;
    const column = frame.columnNumber + 1;
    const { mapper } = this.options;
    const position = mapper.known(frame.url)
      ? mapper.mapPosition(frame.url, line, column)
      : { line, column };
    const isTopLevel = frame.functionName === '' && frame.lineNumber <= 0 && frame.url !== '';
    const name = isTopLevel ? '(top level)' : frame.functionName || '(anonymous)';
    return this.add(name, frame.url, kind, position ?? { line: 0, column: 0 });
  }

  /** The row for time outside of any function. */
  programRow(): number {
    return this.add(PROGRAM, '', FrameKind.program, { line: 0, column: 0 });
  }

  private add(
    name: string,
    url: string,
    kind: FrameKindValue,
    position: { readonly line: number; readonly column: number }
  ): number {
    const { strings, stacks, mapper, folder } = this.options;
    return stacks.frame({
      name: strings.intern(name),
      file: strings.intern(displayFile(mapper.sourceFile(url), folder)),
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
