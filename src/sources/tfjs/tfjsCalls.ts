import { apply } from '../../base/intrinsics/ownFunctions';
import { NO_TOKEN, type Token } from '../../record/slices/sliceStore';
import { type EngineHook, type TfjsEngine, engineHook } from './tfjsEngine';
import type { TfjsTrace } from './tfjsTrace';

/**
 * Records calls of public functions by the scopes that they open in the engine. A call ends when the
 * engine has fewer scopes than inside it, or cannot close its scope: scopes that errors leave open
 * or take away do no harm.
 */
class ScopedCalls {
  #token: Token = NO_TOKEN;
  /** Scopes that were open when the call began. */
  #depth = 0;

  constructor(private readonly trace: TfjsTrace) {}

  // hot
  /** The engine is about to open a scope of that name; never throws. */
  beforeStart(engine: TfjsEngine, scope: string): void {
    try {
      const depth = engine.state.scopeStack.length;
      if (this.#token !== NO_TOKEN && depth <= this.#depth) this.#end();
      if (!this.trace.isInCall) this.#begin(scope, depth);
    } catch (error) {
      this.trace.note(error);
    }
  }

  // hot
  /** The engine has closed a scope; never throws. */
  afterEnd(engine: TfjsEngine): void {
    this.#endAbove(engine, 0);
  }

  /** The engine could not close its innermost scope; never throws. */
  afterFailedEnd(engine: TfjsEngine): void {
    this.#endAbove(engine, 1);
  }

  // hot
  #begin(scope: string, depth: number): void {
    const name = this.trace.functionOf(scope);
    if (name === null) return;
    this.#token = this.trace.beginCall(name);
    this.#depth = depth;
  }

  // hot
  /** Ends the call unless more than `left` of the scopes inside it are open. */
  #endAbove(engine: TfjsEngine, left: number): void {
    if (this.#token === NO_TOKEN) return;
    try {
      if (engine.state.scopeStack.length <= this.#depth + left) this.#end();
    } catch (error) {
      this.trace.note(error);
    }
  }

  #end(): void {
    const token = this.#token;
    this.#token = NO_TOKEN;
    this.trace.endCall(token);
  }
}

/** The hooks that record calls of `tf` functions made of operators. */
export function callHooks(trace: TfjsTrace): readonly EngineHook[] {
  const calls = new ScopedCalls(trace);
  const start = engineHook({
    method: 'startScope',
    isWanted: kinds => kinds.api,
    replace: original =>
      // hot
      function startScope(this: TfjsEngine, name?: string): void {
        if (name) calls.beforeStart(this, name);
        apply(original, this, [name]);
      }
  });
  const end = engineHook({
    method: 'endScope',
    isWanted: kinds => kinds.api,
    replace: original =>
      // hot
      function endScope(this: TfjsEngine, result?: unknown): void {
        try {
          apply(original, this, [result]);
        } catch (error) {
          calls.afterFailedEnd(this);
          throw error;
        }
        calls.afterEnd(this);
      }
  });
  return [start, end];
}
