import { setFlagsFromString } from 'node:v8';
import { type Builtins, CellModules } from './cellModules';
import { RUNNER_FILE } from './cellScript';
import { type Executor, createExecutor } from './executor';
import type { InterruptState } from './interrupt';
import { MainThreadStop } from './mainThreadStop';
import { notebookFile } from './notebookFile';
import { installStackMapping } from './sourceMaps';
import { type LanguageService, createConverter, createLanguageService } from '../tslab/tslab';

/** Everything that turns TypeScript into running cells. */
export interface CellSystem {
  readonly executor: Executor;
  readonly language: LanguageService;
  /** Ends, for the helper thread, code of the user that does not return. */
  readonly stop: MainThreadStop;
  /** Stops watching files, so that the process can end. */
  dispose(): void;
}

/**
 * Makes the cell system of this process, rooted in its current folder. `kernelFolder` is where the
 * bundle lies, with a separator at its end: frames from there are left out of stacks.
 */
export function createCellSystem(parts: {
  readonly kernelFolder: string;
  readonly builtins: Builtins;
  readonly state: InterruptState;
}): CellSystem {
  const isKernelFile = (file: string): boolean => file.startsWith(parts.kernelFolder);
  installStackMapping({ runner: RUNNER_FILE, isKernelFile });
  const { state } = parts;
  const stop = new MainThreadStop({
    isPending: () => state.isPending,
    isUnanswered: () => state.isUnanswered && state.phase === 'idle',
    isKernelFile: file => file === RUNNER_FILE || isKernelFile(file),
    ending: () => {
      if (!state.isPending) stop.settle(() => undefined);
      // code that a cell left running has no cell to end: it must not hit the next one
      else if (!executor.isRunning) state.acknowledge();
    }
  });
  stop.install();
  const converter = withLateOptimization(() => createConverter({ isJS: false, isBrowser: false }));
  const notebook = notebookFile(process.cwd(), process.env['JPY_SESSION_NAME']);
  const modules = new CellModules(notebook, parts.builtins);
  const executor = createExecutor({ converter, modules, state });
  return {
    executor,
    stop,
    language: createLanguageService(converter, () => executor.declarations),
    dispose: () => converter.close()
  };
}

/**
 * Bytes of bytecode between two looks of V8 at a function, by the release of Node. Later releases decide by
 * other options.
 */
const OWN_BUDGETS: Readonly<Record<string, number>> = { 20: 67_584 };

/** The budget while {@link withLateOptimization} lasts. */
const BUDGET = 1_000_000;

/** The Node that runs, and how its options are changed. */
interface OptimizingNode {
  readonly release: string;
  /** All options that it was started with, in one text. */
  readonly options: string;
  readonly set: (option: string) => void;
}

function runningNode(): OptimizingNode {
  return {
    release: process.versions.node.split('.')[0],
    options: [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '),
    set: setFlagsFromString
  };
}

/**
 * Calls `act` while V8 optimizes only what runs for long. Parsing the types of Node runs much code for a
 * short time: optimizing it, which V8 does in other threads, takes as long as the parsing itself. After
 * that V8 optimizes as always: that is when the user's code runs. Where V8's own budget is not known, or
 * options may have set it, nothing changes.
 */
export function withLateOptimization<T>(act: () => T, node: OptimizingNode = runningNode()): T {
  const own = OWN_BUDGETS[node.release] as number | undefined;
  if (own === undefined || node.options.includes('budget')) return act();
  node.set(`--interrupt-budget=${BUDGET}`);
  try {
    return act();
  } finally {
    node.set(`--interrupt-budget=${own}`);
  }
}
