import { executionAsyncId } from 'node:async_hooks';
import vm from 'node:vm';
import type { CellModules } from './cellModules';
import type { CellBody } from './cellScript';
import { compileCell, RUNNER_FILE } from './cellScript';
import { withoutExportKeywords } from './exportKeywords';
import type { Failure } from './failure';
import { describeDiagnostics, describeThrown, KeyboardInterrupt } from './failure';
import type { RunPhase } from './interrupt';
import { registerScript, takeMaps } from './sourceMaps';
import { TIMED_LINES, timedSource } from './timedCells';
import { hasTopLevelAwait } from './topLevelAwait';
import type { Converter, ConvertResult, Diagnostic } from './tslab';
import { getCodeMetadata } from './tslab';

/** Called right before and right after the run of a cell, never around its compilation. */
export interface RunHooks {
  before(): void;
  /** As close to the first statement as can be: what makes the run interruptible is behind it. */
  entered?(): void;
  after(): void;
  /** True where `before` begins to follow promises as asynchronous hooks do. */
  readonly followsPromises?: boolean;
}

/** A cell to run. */
export interface CellSource {
  readonly source: string;
  /** Names it in stacks: `Cell [number]`. */
  readonly number: number;
  /**
   * `plain` unless stated. The code of a `timed` cell makes a function that runs its statements
   * over and over (see `timedCells`): its declarations stay within, its last expression has no
   * value.
   */
  readonly form?: 'plain' | 'timed';
}

/** The compiled code of a cell. What it throws, and an interrupt, reject. */
export interface CellCode {
  /** Runs the code once, until it has settled; gives what its function returns. */
  readonly run: (hooks?: RunHooks) => Promise<unknown>;
  /** Runs `task` in the same way, as a part of the cell. */
  readonly call: (task: () => unknown) => Promise<unknown>;
}

/** How often the code of a cell runs, and what happens in between. */
export type DriveCell = (code: CellCode) => Promise<void>;

/** How a cell ended; `value` is that of its last expression. */
export type CellOutcome =
  | { readonly status: 'ok'; readonly value?: unknown }
  | { readonly status: 'error'; readonly failure: Failure };

/** Runs TypeScript cells one after the other in one scope. */
export interface Executor {
  /**
   * Converts a cell and runs it: once, unless `drive` says otherwise. Never rejects. A cell that
   * does not compile, or has no code, is not driven at all.
   */
  execute(cell: CellSource, drive?: DriveCell): Promise<CellOutcome>;
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
  #isStopped = false;
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
    this.#isStopped = true;
    this.#abort?.(reason);
  }

  async execute(cell: CellSource, drive: DriveCell = runOnce): Promise<CellOutcome> {
    const stopped = new Promise<never>((_resolve, reject) => {
      this.#abort = reject;
    });
    stopped.catch(() => undefined);
    this.#isStopped = false;
    try {
      return await this.#executeUntil(stopped, cell, drive);
    } catch (error) {
      return { status: 'error', failure: describeThrown(error) };
    } finally {
      this.#abort = null;
      this.#parts.state.acknowledge();
    }
  }

  async #executeUntil(
    stopped: Promise<never>,
    cell: CellSource,
    drive: DriveCell
  ): Promise<CellOutcome> {
    const metadata = getCodeMetadata(cell.source);
    if (metadata.module !== undefined) {
      return this.#addModule(metadata.module, cell.source, metadata);
    }
    const isTimed = cell.form === 'timed';
    const own = withoutExportKeywords(cell.source);
    const source = isTimed ? timedSource(own) : own;
    const converted = this.#parts.converter.convert(this.#declarations, source);
    this.#parts.modules.update(converted.sideOutputs ?? []);
    if (converted.diagnostics.length > 0) {
      return describeProblems(converted.diagnostics, cell);
    }
    await this.#drive(converted, cell, { drive, stopped });
    if (isTimed) {
      return { status: 'ok' };
    }
    this.#declarations = converted.declOutput ?? '';
    return { status: 'ok', value: this.#takeLastExpression(converted) };
  }

  async #drive(
    converted: ConvertResult,
    cell: CellSource,
    { drive, stopped }: { readonly drive: DriveCell; readonly stopped: Promise<never> }
  ): Promise<void> {
    if (converted.output === undefined || converted.output === '') {
      return;
    }
    const body = this.#compile(converted, converted.output, cell);
    const call = (task: () => unknown, hooks?: RunHooks): Promise<unknown> =>
      this.#run(task, stopped, hooks);
    try {
      await drive({
        run: hooks => call(() => body(this.#exports, this.#parts.modules.require), hooks),
        call: task => call(task)
      });
    } catch (error) {
      this.#takeLastExpression(converted);
      throw error;
    }
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
      : { status: 'error', failure: describeDiagnostics(diagnostics, { file: `${name}.ts` }) };
  }

  #compile(converted: ConvertResult, output: string, cell: CellSource): CellBody {
    const file = cellFile(cell.number);
    const extent = { prefixLines: prefixLines(cell), lineCount: cell.source.split('\n').length };
    registerScript(file, takeMaps(output), extent);
    const isAsync = converted.hasToplevelAwait === true || hasTopLevelAwait(output);
    return compileCell(output, file, isAsync);
  }

  async #run(
    task: () => unknown,
    stopped: Promise<never>,
    hooks: RunHooks | undefined
  ): Promise<unknown> {
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
      return await Promise.race([this.#start(task, end, hooks), stopped]);
    } finally {
      this.#current = null;
      end();
    }
  }

  /**
   * The body runs in a microtask of its own: a termination from outside ends that microtask alone,
   * not the frames of `#run`, which then sees the interrupt.
   */
  async #start(task: () => unknown, end: () => void, hooks?: RunHooks): Promise<unknown> {
    const areTracked = await arePromisesTracked();
    this.#parts.state.markTracked(areTracked || hooks?.followsPromises === true);
    if (this.#isStopped) {
      return undefined;
    }
    this.#current = () => {
      hooks?.entered?.();
      const result = task();
      if (!(result instanceof Promise)) {
        end();
      }
      return result;
    };
    hooks?.before();
    this.#parts.state.enter('synchronous');
    try {
      const options = { breakOnSigint: true, displayErrors: false };
      const result: unknown = this.#runner.runInThisContext(options);
      if (result instanceof Promise) {
        this.#parts.state.enter('asynchronous');
        return await (result as Promise<unknown>);
      }
      return result;
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

function runOnce(code: CellCode): Promise<void> {
  return code.run().then(() => undefined);
}

/** Lines that stand before those of the user: tslab's, and that of a timed cell. */
function prefixLines({ form }: CellSource): number {
  return form === 'timed' ? 1 + TIMED_LINES : 1;
}

function describeProblems(diagnostics: readonly Diagnostic[], cell: CellSource): CellOutcome {
  const file = cellFile(cell.number);
  const shift = prefixLines(cell) - 1;
  const failure = describeDiagnostics(diagnostics, { file, shift });
  return { status: 'error', failure };
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
