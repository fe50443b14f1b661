import { types } from 'node:util';
import vm from 'node:vm';
import { intrinsics } from 'kernelscope/host';
import type { CellModules } from './cellModules';
import { describeProblems, prefixLines } from './cellProblems';
import {
  type CellOutcome,
  type CellSource,
  type RunHooks,
  type RunState,
  cellFile
} from './cellRun';
import { type CellBody, RUNNER_FILE, compileCell } from './cellScript';
import { EarlierDeclarations } from './earlierDeclarations';
import { withoutExportKeywords, importsOf } from './cellSyntax';
import {
  type Failure,
  KeyboardInterrupt,
  describeDiagnostics,
  describeThrown,
  failureOf,
  readThrown
} from '../tslab/failure';
import { nextTurn, OwnTurns } from './ownTurn';
import { SharedExports } from './sharedExports';
import { registerOutput } from './sourceMaps';
import { timedSource } from './timedCells';
import { hasTopLevelAwait } from '../tslab/topLevelAwait';
import { type ConvertResult, type Converter, getCodeMetadata } from '../tslab/tslab';

/**
 * The end of one run of user code, however it comes; it counts once, even if reported several times.
 * Until then the run may work with the built-in objects as the user changed them; later code no longer
 * may.
 */
class RunEnd {
  readonly #state: RunState;
  readonly #hooks: RunHooks | undefined;
  #isOver = false;

  constructor(state: RunState, hooks: RunHooks | undefined) {
    this.#state = state;
    this.#hooks = hooks;
  }

  /** The run goes on, beyond its synchronous part. */
  goOn(): void {
    if (!this.#isOver) {
      this.#state.enter('asynchronous');
      intrinsics.enterUsers();
    }
  }

  /** The run is over, or nobody waits for it any more. */
  end(): void {
    if (!this.#isOver) {
      this.#isOver = true;
      intrinsics.leaveUsers();
      this.#state.enter('idle');
      this.#hooks?.after();
    }
  }
}

/** The compiled code of a cell. Its errors, and an interrupt, reject. */
export interface CellCode {
  /** Runs the code once, until it has settled; returns the result of its function. */
  readonly run: (hooks?: RunHooks) => Promise<unknown>;
  /** Runs `task` in the same way, as a part of the cell. */
  readonly call: (task: () => unknown) => Promise<unknown>;
}

/** Decides how often the code of a cell runs, and what happens in between. */
export type DriveCell = (code: CellCode) => Promise<void>;

/** Runs TypeScript cells one after the other in one scope. */
export interface Executor {
  /**
   * Converts a cell and runs it: once, unless `drive` says otherwise. Never rejects. A cell that
   * does not compile, or has no code, is not driven at all.
   */
  execute(cell: CellSource, drive?: DriveCell): Promise<CellOutcome>;
  /**
   * Has `describe` look at `value`, which may run user code, such as a getter, and passes the result on when it is there.
   * An error if that throws or is interrupted. Never rejects.
   */
  show<T>(
    value: unknown,
    describe: (value: unknown) => T | Promise<T>,
    take: (shown: T) => void
  ): Promise<CellOutcome>;
  /** Ends the running cell with `reason`; its pending asynchronous work continues in the background. */
  interrupt(reason?: Error): void;
  /** True while an interrupt would end a cell. */
  readonly isRunning: boolean;
  /** Declarations of the cells run so far, for completion and inspection. */
  readonly declarations: string;
}

export interface ExecutorDeps {
  readonly converter: Converter;
  readonly modules: CellModules;
  readonly state: RunState;
}

interface TslabGlobal {
  readonly exports: object;
  readonly require: NodeJS.Require;
  run(): unknown;
}

/** As it was before cells could replace it. */
const { isPromise } = types;

class TslabExecutor implements Executor {
  readonly #parts: ExecutorDeps;
  readonly #exports = new SharedExports();
  readonly #turns = new OwnTurns();
  readonly #runner = new vm.Script('__tslab__.run()', { filename: RUNNER_FILE });
  #current: (() => unknown) | null = null;
  #abort: ((reason: Error) => void) | null = null;
  /** The reason for which the cell is to end, from the moment of the interrupt. */
  #reason: Error | null = null;
  readonly #earlier = new EarlierDeclarations();

  constructor(parts: ExecutorDeps) {
    this.#parts = parts;
    const shared: TslabGlobal = {
      exports: this.#exports.object,
      require: parts.modules.require,
      run: () => this.#current?.()
    };
    Object.defineProperty(globalThis, '__tslab__', { value: shared, configurable: true });
  }

  get isRunning(): boolean {
    return this.#abort !== null;
  }

  get declarations(): string {
    return this.#earlier.text;
  }

  interrupt(reason: Error = new KeyboardInterrupt()): void {
    this.#reason = reason;
    this.#abort?.(reason);
  }

  async execute(cell: CellSource, drive: DriveCell = runOnce): Promise<CellOutcome> {
    try {
      return await this.#stoppable(async stopped => {
        try {
          return await this.#executeUntil(stopped, cell, drive);
        } finally {
          await Promise.race([nextTurn(), stopped]);
        }
      });
    } catch (error) {
      return { status: 'error', failure: await this.#describe(error) };
    }
  }

  async show<T>(
    value: unknown,
    describe: (value: unknown) => T | Promise<T>,
    take: (shown: T) => void
  ): Promise<CellOutcome> {
    try {
      take(await this.#attempt(() => intrinsics.inWords(() => describe(value))));
      return { status: 'ok', value };
    } catch (error) {
      return { status: 'error', failure: await this.#describe(error) };
    }
  }

  /** Runs a task; its errors, and an interrupt, reject. */
  #attempt<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#stoppable(stopped => this.#run(task, stopped, undefined) as Promise<T>);
  }

  async #stoppable<T>(part: (stopped: Promise<never>) => Promise<T>): Promise<T> {
    const stopped = new Promise<never>((_resolve, reject) => {
      this.#abort = reject;
    });
    stopped.catch(() => undefined);
    this.#reason = null;
    try {
      const result = await part(stopped);
      // an interrupt may come when the part has ended, and before that is seen here
      this.#throwIfStopped();
      return result;
    } finally {
      this.#abort = null;
      this.#parts.state.acknowledge();
    }
  }

  /** The error of a cell is an object of the user's, and looking at it may run code of the user. */
  async #describe(error: unknown): Promise<Failure> {
    try {
      return failureOf(await this.#attempt(() => readThrown(error)));
    } catch {
      return describeThrown(new KeyboardInterrupt());
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
    const { converted, keep } = this.#earlier.convert(source, this.#parts.converter);
    this.#parts.modules.update(converted.sideOutputs ?? []);
    if (converted.diagnostics.length > 0) {
      return describeProblems(converted.diagnostics, cell);
    }
    try {
      await this.#drive(converted, cell, { drive, stopped });
    } catch (error) {
      if (!isTimed) this.#keepImports(own);
      throw error;
    }
    if (isTimed) {
      return { status: 'ok' };
    }
    keep();
    return { status: 'ok', value: this.#takeLastExpression(converted) };
  }

  /**
   * Declares what a cell that failed has imported: imports run before everything else, in their order, up
   * to the first whose module throws.
   */
  #keepImports(source: string): void {
    const imports = importsOf(source);
    const ran = imports
      .map(({ names }) => names.some(name => this.#exports.has(name)))
      .lastIndexOf(true);
    const kept = imports.filter(({ isTypeOnly }, at) => at <= ran || isTypeOnly);
    if (kept.length === 0) return;
    const text = kept.map(each => each.text).join('\n');
    const { converted, keep } = this.#earlier.convert(text, this.#parts.converter);
    if (converted.diagnostics.length > 0) return;
    this.#parts.modules.update(converted.sideOutputs ?? []);
    keep();
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
    this.#exports.prepare(cell.source, converted.lastExpressionVar);
    const call = (task: () => unknown, hooks?: RunHooks): Promise<unknown> =>
      this.#run(task, stopped, hooks);
    try {
      await drive({
        run: hooks => call(() => body(this.#exports.object, this.#parts.modules.require), hooks),
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
    const code = registerOutput(file, output, extent);
    const isAsync = converted.hasToplevelAwait === true || hasTopLevelAwait(code);
    return compileCell(code, file, { isAsync, outer: this.#parts.modules.outerNames });
  }

  async #run(
    task: () => unknown,
    stopped: Promise<never>,
    hooks: RunHooks | undefined
  ): Promise<unknown> {
    const run = new RunEnd(this.#parts.state, hooks);
    await this.#turns.next();
    try {
      // a cell that was interrupted before it began is recorded all the same, as empty
      hooks?.before();
      this.#throwIfStopped();
      return await Promise.race([this.#start(task, run, hooks), stopped]);
    } finally {
      run.end();
      this.#current = null;
    }
  }

  #throwIfStopped(): void {
    if (this.#reason !== null) throw this.#reason;
    if (this.#parts.state.isPending) throw new KeyboardInterrupt();
  }

  /**
   * The body runs in its own microtask: a termination from outside ends that microtask, and those
   * waiting behind it, not the frames of `#run`, which then sees the interrupt.
   */
  async #start(task: () => unknown, run: RunEnd, hooks?: RunHooks): Promise<unknown> {
    await Promise.resolve();
    this.#current = () => {
      const result = intrinsics.users(() => {
        hooks?.entered?.();
        const given = task();
        if (!isPromise(given)) hooks?.leaving?.();
        return given;
      });
      if (!isPromise(result)) {
        run.end();
      }
      return result;
    };
    this.#parts.state.enter('synchronous');
    try {
      const options = { breakOnSigint: true, displayErrors: false };
      const result: unknown = this.#runner.runInThisContext(options);
      if (isPromise(result)) {
        run.goOn();
        return await result;
      }
      return result;
    } finally {
      run.end();
    }
  }

  #takeLastExpression(converted: ConvertResult): unknown {
    const name = converted.lastExpressionVar;
    return name === undefined ? undefined : this.#exports.take(name);
  }
}

function runOnce(code: CellCode): Promise<void> {
  return code.run().then(() => undefined);
}

/** Makes an executor over tslab's converter. One a process: it owns the global `__tslab__`. */
export function createExecutor(parts: ExecutorDeps): Executor {
  return new TslabExecutor(parts);
}
