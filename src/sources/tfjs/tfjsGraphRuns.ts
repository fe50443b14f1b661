import { AsyncLocalStorage } from 'node:async_hooks';
import { isPlainPromise } from '../../record/promiseSlice';

/** One execution of a compiled graph. */
interface GraphRun {
  /** Name of the node that was begun last; empty before the first one. */
  node: string;
}

/**
 * Finds the node of a compiled graph to which running code belongs. Asynchronous executions are
 * followed through Node's asynchronous contexts, but only while one is in progress, since that costs
 * every promise a little.
 */
export class GraphRuns {
  /** False while no graph is executed. */
  isActive = false;
  readonly #storage = new AsyncLocalStorage<GraphRun | null>();
  #onStack: GraphRun | null = null;
  #asyncRuns = 0;

  // hot
  /** The node that is being executed: `null` outside of graphs, empty before the first node. */
  get node(): string | null {
    return this.isActive ? (this.#current?.node ?? null) : null;
  }

  /** Notes that the execution under way has come to the node of this name. */
  enterNode(name: string): void {
    const run = this.isActive ? this.#current : null;
    if (run) run.node = name;
  }

  /** Runs `execute`, which executes a graph before it returns. */
  run<T>(execute: () => T): T {
    const outer = this.#onStack;
    this.#onStack = { node: '' };
    this.isActive = true;
    try {
      return execute();
    } finally {
      this.#onStack = outer;
      this.#update();
    }
  }

  /**
   * Runs `execute`, which executes a graph until its promise settles. Returns a promise chained to that
   * one; anything but a native promise is returned untouched, and ends the execution.
   */
  runAsync(execute: () => unknown): unknown {
    this.#asyncRuns++;
    this.isActive = true;
    let result: unknown;
    try {
      result = this.#storage.run({ node: '' }, execute);
    } catch (error) {
      this.#endAsync();
      throw error;
    }
    if (isPlainPromise(result)) return result.finally(() => this.#endAsync());
    this.#endAsync();
    return result;
  }

  #endAsync(): void {
    this.#asyncRuns--;
    if (this.#asyncRuns === 0) this.#storage.disable();
    this.#update();
  }

  get #current(): GraphRun | null {
    if (this.#onStack !== null) return this.#onStack;
    return this.#asyncRuns > 0 ? (this.#storage.getStore() ?? null) : null;
  }

  #update(): void {
    this.isActive = this.#onStack !== null || this.#asyncRuns > 0;
  }
}
