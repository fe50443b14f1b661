import type { Builtins } from './cellModules';
import { CellModules } from './cellModules';
import { RUNNER_FILE } from './cellScript';
import type { Executor } from './executor';
import { createExecutor } from './executor';
import type { InterruptState } from './interrupt';
import { installStackMapping } from './sourceMaps';
import type { LanguageService } from './tslab';
import { createConverter, createLanguageService } from './tslab';

/** Everything that turns TypeScript into running cells. */
export interface CellSystem {
  readonly executor: Executor;
  readonly language: LanguageService;
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
  installStackMapping({
    runner: RUNNER_FILE,
    isKernelFile: file => file.startsWith(parts.kernelFolder)
  });
  const converter = createConverter({ isJS: false, isBrowser: false });
  const modules = new CellModules(process.cwd(), parts.builtins);
  const executor = createExecutor({ converter, modules, state: parts.state });
  return {
    executor,
    language: createLanguageService(converter, () => executor.declarations),
    dispose: () => converter.close()
  };
}
