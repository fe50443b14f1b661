import type { LabelIndex } from '../../../model/profile/profile';
import type { GpuAddon } from '../../../native/gpuAddon';
import type { SliceWatcher } from '../../../record/slices/sliceWatcher';
import type { Token } from '../../../record/slices/sliceStore';
import type { ScopeWatcher } from '../../operators/operatorContext';
import { OperatorScopes, operatorNumber } from './operatorScopes';

/** Maximum number of open slices of one thread; deeper ones count as their outer one. */
const MAX_DEPTH = 4096;

/** The dependencies of {@link OperatorIds}. */
export interface OperatorIdsDeps {
  readonly gpu: Pick<GpuAddon, 'pushId' | 'popId'>;
  /** Node's number of the thread. */
  readonly threadId: number;
  /** The current profiler scope, or null if none is open. */
  readonly currentScope: () => string | null;
}

/**
 * Tells CUPTI which slice of this thread is running, so that each CUDA call, and its GPU work, is known
 * to be a part of it. CUPTI has a stack for each thread: a slice that ends out of turn stays on it
 * until all slices inside have ended, and slices that began before are not on it.
 */
export class OperatorIds implements SliceWatcher, ScopeWatcher {
  /** Tokens on CUPTI's stack, outermost first. */
  readonly #open: Token[] = [];
  /** Those of them that have ended below others that are open. */
  readonly #endedBelow = new Set<Token>();

  /** `scopes` is where the scopes of slices are kept, for as long as anybody asks for them. */
  constructor(
    private readonly parts: OperatorIdsDeps,
    readonly scopes = new OperatorScopes()
  ) {}

  // hot
  began(token: Token, _label: LabelIndex): void {
    if (this.#open.length >= MAX_DEPTH) return;
    this.#push(token);
    const scope = this.parts.currentScope();
    if (scope !== null) this.scopes.began(token, scope);
  }

  // hot
  ended(token: Token): void {
    const open = this.#open;
    if (open.length === 0) return;
    if (open[open.length - 1] !== token) return this.#endBelow(token);
    this.#pop();
  }

  movedToLane(token: Token): void {
    this.ended(token);
  }

  beganAsync(): void {
    // Nothing runs on the thread.
  }

  endedAsync(): void {
    // It had left the thread.
  }

  entered(token: Token): void {
    if (this.#open.length < MAX_DEPTH) this.#push(token);
  }

  left(token: Token): void {
    this.ended(token);
  }

  around<T>(scope: string, call: () => T): T {
    const { gpu, threadId } = this.parts;
    const token = this.scopes.tokenOfCalls(scope, this.#open.at(-1) ?? null);
    if (token === null) return call();
    gpu.pushId(operatorNumber(token, threadId));
    try {
      return call();
    } finally {
      gpu.popId();
    }
  }

  /** Takes all off CUPTI's stack. */
  clear(): void {
    while (this.#open.pop() !== undefined) this.parts.gpu.popId();
    this.#endedBelow.clear();
  }

  // hot
  #push(token: Token): void {
    const { gpu, threadId } = this.parts;
    gpu.pushId(operatorNumber(token, threadId));
    this.#open.push(token);
  }

  // hot
  #pop(): void {
    const open = this.#open;
    const endedBelow = this.#endedBelow;
    do {
      open.pop();
      this.parts.gpu.popId();
    } while (endedBelow.size > 0 && open.length > 0 && endedBelow.delete(open[open.length - 1]));
  }

  #endBelow(token: Token): void {
    if (this.#open.includes(token)) this.#endedBelow.add(token);
  }
}
