import { executionAsyncId } from 'node:async_hooks';
import vm from 'node:vm';
import type { CellModules } from './cellModules';
import type { CellScript } from './cellScript';
import { compileCell, RUNNER_FILE } from './cellScript';
import type { Failure } from './failure';
import { describeDiagnostics, describeThrown, KeyboardInterrupt } from './failure';
import type { RunPhase } from './interrupt';
import { registerScript, takeMaps } from './sourceMaps';
import type { Converter, ConvertResult } from './tslab';
import { getCodeMetadata } from './tslab';

/** Called right before and right after the run of a cell, never around its compilation. */
export interface RunHooks {
  before(): void;
  after(): void;
}

/** How a cell ended; `value` is that of its last expression. */
export type CellOutcome =
  | { readonly status: 'ok'; readonly value?: unknown }
  | { readonly status: 'error'; readonly failure: Failure };

/** Runs TypeScript cells one after the other in one scope. */
export interface Executor {
  /** Converts and runs one cell; never rejects. `number` names it in stacks: `Cell [number]`. */
  execute(source: string, number: number, hooks?: RunHooks): Promise<CellOutcome>;
  /** Ends the running cell with `reason`; what it left running goes on in the background. */
  interrupt(reason?: Error): void;
  /** Declarations of the cells run so far, for completion and inspection. */
  readonly declarations: string;
}

/** The executor's view of the shared interrupt state. */
export interface RunState {
  enter(phase: RunPhase): void;
  markTracked(isTracked: boolean): void;
  readonly isPending: boolean;
  acknowledge(): void;
}

/** What an executor is made of. */
export interface ExecutorParts {
  readonly converter: Converter;
  readonly modules: CellModules;
  readonly state: RunState;
}

interface TslabGlobal {
  readonly exports: object;
  readonly require: NodeJS.Require;
  run(): unknown;
}

/** File name of cell `number` in stacks, samples and diagnostics. */
export function cellFile(number: number): string {
  return `Cell [${number}]`;
}

class TslabExecutor implements Executor {
  readonly #parts: ExecutorParts;
  readonly #exports: Record<string, unknown> = {};
  readonly #runner = new vm.Script('__tslab__.run()', { filename: RUNNER_FILE });
  #current: (() => unknown) | null = null;
  #abort: ((reason: Error) => void) | null = null;
  #declarations = '';

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    const shared: TslabGlobal = {
      exports: this.#exports,
      require: parts.modules.require,
      run: () => this.#current?.()
    };
    Object.defineProperty(globalThis, '__tslab__', { value: shared, configurable: true });
  }

  get declarations(): string {
    return this.#declarations;
  }

  interrupt(reason: Error = new KeyboardInterrupt()): void {
    this.#abort?.(reason);
  }

  async execute(source: string, number: number, hooks?: RunHooks): Promise<CellOutcome> {
    const stopped = new Promise<never>((_resolve, reject) => {
      this.#abort = reject;
    });
    stopped.catch(() => undefined);
    try {
      return await this.#executeUntil(stopped, source, number, hooks);
    } catch (error) {
      return { status: 'error', failure: describeThrown(error) };
    } finally {
      this.#abort = null;
      this.#parts.state.acknowledge();
    }
  }

  async #executeUntil(
    stopped: Promise<never>,
    source: string,
    number: number,
    hooks?: RunHooks
  ): Promise<CellOutcome> {
    const metadata = getCodeMetadata(source);
    if (metadata.module !== undefined) {
      return this.#addModule(metadata.module, source, metadata);
    }
    const converted = this.#parts.converter.convert(this.#declarations, source);
    this.#parts.modules.update(converted.sideOutputs ?? []);
    if (converted.diagnostics.length > 0) {
      const failure = describeDiagnostics(converted.diagnostics, cellFile(number));
      return { status: 'error', failure };
    }
    if (converted.output !== undefined && converted.output !== '') {
      const script = this.#compile(converted, converted.output, cellFile(number), source);
      await this.#run(script, stopped, hooks);
    }
    this.#declarations = converted.declOutput ?? '';
    return { status: 'ok', value: this.#takeLastExpression(converted) };
  }

  #addModule(
    name: string,
    source: string,
    metadata: ReturnType<typeof getCodeMetadata>
  ): CellOutcome {
    this.#parts.modules.declareModuleCell(name);
    const diagnostics = this.#parts.converter.addModule(name, source, metadata);
    return diagnostics.length === 0
      ? { status: 'ok' }
      : { status: 'error', failure: describeDiagnostics(diagnostics, `${name}.ts`) };
  }

  #compile(converted: ConvertResult, output: string, file: string, source: string): CellScript {
    const extent = { prefixLines: 1, lineCount: source.split('\n').length };
    registerScript(file, takeMaps(output), extent);
    return compileCell(output, file, converted.hasToplevelAwait === true);
  }

  async #run(script: CellScript, stopped: Promise<never>, hooks?: RunHooks): Promise<void> {
    if (this.#parts.state.isPending) {
      throw new KeyboardInterrupt();
    }
    let isOver = false;
    const end = (): void => {
      if (!isOver) {
        isOver = true;
        this.#parts.state.enter('idle');
        hooks?.after();
      }
    };
    try {
      await Promise.race([this.#start(script, end, hooks), stopped]);
    } finally {
      this.#current = null;
      end();
    }
  }

  /**
   * The body runs in a microtask of its own: a termination from outside ends that microtask alone,
   * not the frames of `#run`, which then sees the interrupt.
   */
  async #start(script: CellScript, end: () => void, hooks?: RunHooks): Promise<void> {
    this.#parts.state.markTracked(await arePromisesTracked());
    const { body } = script;
    this.#current = () => body(this.#exports, this.#parts.modules.require);
    hooks?.before();
    this.#parts.state.enter('synchronous');
    try {
      const options = { breakOnSigint: true, displayErrors: false };
      const result: unknown = this.#runner.runInThisContext(options);
      if (script.isAsync) {
        this.#parts.state.enter('asynchronous');
        await result;
      }
    } finally {
      end();
    }
  }

  #takeLastExpression(converted: ConvertResult): unknown {
    const name = converted.lastExpressionVar;
    if (name === undefined) {
      return undefined;
    }
    const value = this.#exports[name];
    delete this.#exports[name];
    return value;
  }
}

/** True while asynchronous hooks follow promises: then each continuation has an id of its own. */
async function arePromisesTracked(): Promise<boolean> {
  await Promise.resolve();
  const first = executionAsyncId();
  await Promise.resolve();
  return executionAsyncId() !== first;
}

/** Makes an executor over tslab's converter. One a process: it owns the global `__tslab__`. */
export function createExecutor(parts: ExecutorParts): Executor {
  return new TslabExecutor(parts);
}
