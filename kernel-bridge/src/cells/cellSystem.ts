import { type Builtins, CellModules } from './cellModules';
import { RUNNER_FILE } from './cellScript';
import { type Executor, createExecutor } from './executor';
import { withLateOptimization } from './compiler/lateOptimization';
import type { InterruptState } from './interrupts/interrupt';
import { MainThreadStop } from './interrupts/mainThreadStop';
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
