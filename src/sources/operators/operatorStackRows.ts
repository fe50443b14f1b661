import { FrameKind } from '../../model/profile/profile';
import type { StackBuilder } from '../../model/build/stackBuilder';
import type { CallFrames } from '../v8/cpu/callFrames';
import type { OperatorStackCapture, StackSite } from './operatorStackCapture';

/** Row of a stack of which nothing is shown. */
const NOTHING = -1;

/**
 * The rows of captured stacks in a profile. Frames of the profiler are cut, with those by which Node calls its hooks, and
 * what Node runs before the first frame of code.
 */
export class OperatorStackRows {
  readonly #rows = new Map<number, number>();
  /** The row below each row of a function that calls hooks. */
  readonly #belowHooks = new Map<number, number>();

  constructor(
    private readonly captured: Pick<OperatorStackCapture, 'stack'>,
    private readonly frames: CallFrames,
    private readonly stacks: StackBuilder
  ) {}

  /** The row of a captured stack, or -1 when no frame of it is shown. */
  rowOf(number: number): number {
    const pending: number[] = [];
    let row = NOTHING;
    for (let at = number; at >= 0; at = this.captured.stack(at).caller) {
      const known = this.#rows.get(at);
      if (known !== undefined) {
        row = known;
        break;
      }
      pending.push(at);
    }
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      row = this.#enter(row, this.captured.stack(next).site);
      this.#rows.set(next, row);
    }
    return row;
  }

  #enter(caller: number, site: StackSite): number {
    const { frames } = this;
    const callFrame = toCallFrame(site);
    if (frames.isInternal(callFrame)) return this.#withoutHooks(caller);
    const kind = frames.kindOf(callFrame);
    const isCode = kind === FrameKind.user || kind === FrameKind.library;
    if (caller === NOTHING && !isCode) return NOTHING;
    const line = frames.lineAt(site.script, site.line, site.column);
    const row = this.stacks.stack(caller, frames.row(callFrame), line);
    if (frames.callsHooks(callFrame)) this.#belowHooks.set(row, caller);
    return row;
  }

  #withoutHooks(row: number): number {
    const below = this.#belowHooks.get(row);
    return below === undefined ? row : this.#withoutHooks(below);
  }
}

/** A place in the form in which V8's profilers name functions. */
function toCallFrame({ script, isNative, name, functionLine, functionColumn }: StackSite) {
  return {
    functionName: name,
    scriptId: isNative ? '0' : '',
    url: script,
    lineNumber: functionLine - 1,
    columnNumber: functionColumn - 1
  };
}
