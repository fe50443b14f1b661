import { growing } from '../../../model/profile/columns';
import type { LineTotalTable } from '../../../model/profile/profile';
import { FrameKind } from '../../../model/profile/profile';
import type { SourceLinesOptions } from './callFrames';
import { GARBAGE_COLLECTOR } from './callFrames';
import { denseLine } from './denseLines';
import { classifyScript, displayFile, isWasm } from '../scripts/frameClassifier';
import type { SourceLine } from '../scripts/sourceMapper';
import type { SampledLine } from './sampledLines';
import { placeCallSites } from './inlined/placeCallSites';
import type { TimedNode } from './inlined/seenCalls';

/** The row of a node without a source line. */
const NO_ROW = -1;

/**
 * Adds up the time of source lines over the stacks of samples. A line counts once for a
 * sample, however often a recursion came through it. Lines of the profiler, the kernel and Node are
 * left out, and script lines that lead to no source line. Lines behind the end of a source count for its
 * last line, and those behind the end of a script without a map are left out: they are lines of another
 * script, as V8 gives them to a function in which one of that script was inlined.
 */
export class LineTotals {
  private readonly rows = new Map<string, number>();
  private readonly rowByScriptLine = new Map<string, number>();
  private readonly file = growing.uint32();
  private readonly line = growing.uint32();
  private readonly self: number[] = [];
  private readonly total: number[] = [];
  private readonly own: number[] = [];
  /** Whether a row is of the user's own code. */
  private readonly isUsers: boolean[] = [];
  /** Time of what was visited last, below the innermost line of the user's on each stack. */
  private unclaimed = 0;
  /** How often each row is on the stack being visited. */
  private readonly onStack: number[] = [];
  private sampleCount = 0;

  private readonly functionsOf = (script: string) =>
    this.options.mapper.functions?.(script) ?? null;

  constructor(private readonly options: SourceLinesOptions) {}

  /** Samples that were added, also those of other code. */
  get samples(): number {
    return this.sampleCount;
  }

  /** Adds the lines of a recording. */
  add(root: SampledLine): void {
    this.sampleCount += Math.round(countSamples(root));
    this.visit(placeCallSites(root, this.functionsOf), 0);
  }

  /** The finished table, by file in order of first use and line. */
  toTable(): LineTotalTable {
    const file = this.file.toColumn();
    const line = this.line.toColumn();
    const order = [...file.keys()].sort((a, b) => file[a] - file[b] || line[a] - line[b]);
    return {
      length: order.length,
      file: Uint32Array.from(order, row => file[row]),
      line: Uint32Array.from(order, row => line[row]),
      self: Float64Array.from(order, row => this.self[row]),
      total: Float64Array.from(order, row => this.total[row]),
      own: Float64Array.from(order, row => this.own[row])
    };
  }

  /**
   * Returns the time at and below `node`, in a function that begins at the column `begin`. V8 cuts stacks
   * at 255 frames, which bounds the depth.
   */
  private visit(node: TimedNode, begin: number): number {
    const row = this.rowOf(node, begin);
    if (row !== NO_ROW) this.onStack[row]++;
    const { children, columnNumber = 0, selfNs } = node;
    let total = selfNs;
    let unclaimed = selfNs;
    for (const child of children) {
      total += this.visit(child, columnNumber);
      unclaimed += this.unclaimed;
    }
    this.unclaimed = row !== NO_ROW && this.isUsers[row] ? 0 : unclaimed;
    if (row === NO_ROW) return total;
    this.self[row] += selfNs;
    if (this.isUsers[row]) this.own[row] += unclaimed;
    if (--this.onStack[row] === 0) this.total[row] += total;
    return total;
  }

  private rowOf({ scriptName, lineNumber }: TimedNode, begin: number): number {
    const column = this.options.mapper.isDense?.(scriptName, lineNumber) ? begin : 0;
    const key = `${lineNumber}\u0000${column}\u0000${scriptName}`;
    const known = this.rowByScriptLine.get(key);
    if (known !== undefined) return known;
    const dense = denseLine(this.options.mapper, { file: scriptName, line: lineNumber, column });
    const source = dense ?? this.sourceLine(scriptName, lineNumber);
    const row = source === null ? NO_ROW : this.rowOfSource(scriptName, source);
    this.rowByScriptLine.set(key, row);
    return row;
  }

  private sourceLine(script: string, line: number): SourceLine | null {
    const { mapper } = this.options;
    if (line < 1 || mapper.isInternal(script)) return null;
    const last = mapper.lastLine(script, line) ?? Infinity;
    if (!mapper.known(script)) return isShown(script) && line <= last ? { line } : null;
    const source = mapper.mapLine(script, line);
    if (source === null) return null;
    return { ...source, line: Math.max(1, Math.min(source.line, last)) };
  }

  private rowOfSource(script: string, source: SourceLine): number {
    const { strings, mapper, folder } = this.options;
    const { line } = source;
    const path = source.file ?? mapper.sourceFile(script);
    const file = strings.intern(displayFile(path, folder));
    const key = `${line}\u0000${file}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    this.file.push(file);
    this.self.push(0);
    this.total.push(0);
    this.own.push(0);
    this.isUsers.push(classifyScript(path) === FrameKind.user);
    this.onStack.push(0);
    const row = this.line.push(line);
    this.rows.set(key, row);
    return row;
  }
}

function isShown(script: string): boolean {
  if (isWasm(script)) return false;
  const kind = classifyScript(script);
  return kind === FrameKind.user || kind === FrameKind.library;
}

/** The samples at and below a node, but for those of garbage collections. */
function countSamples({ name, hitCount, children }: SampledLine): number {
  const own = name === GARBAGE_COLLECTOR ? 0 : hitCount;
  return children.reduce((sum, child) => sum + countSamples(child), own);
}
