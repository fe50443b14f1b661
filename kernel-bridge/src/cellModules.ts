import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { registerScript, takeMaps } from './sourceMaps';
import type { SideOutput } from './tslab';

/** A module that cells may import and that the kernel itself serves, made on first use. */
export type Builtins = Readonly<Record<string, () => unknown>>;

/** Modules that cells can load: the kernel's own, notebook modules, TypeScript files, packages. */
export interface CellModules {
  /** `require` of the cells, resolving from the kernel's folder. */
  readonly require: NodeJS.Require;
  /** Says that the module cell `name` exists, so that its lines are counted rightly. */
  declareModuleCell(name: string): void;
  /** Takes converted files; the next `require` of each runs its new text. */
  update(outputs: readonly SideOutput[]): void;
}

interface CompilingModule extends NodeJS.Module {
  _compile(code: string, file: string): void;
}

interface ModuleClass {
  new (id: string): CompilingModule;
  _nodeModulePaths(folder: string): string[];
}

const NodeModule = Module as unknown as ModuleClass;

function join(folder: string, id: string): string {
  const file = path.posix.join(folder.replaceAll('\\', '/'), id);
  return path.posix.extname(file) === '' ? `${file}.js` : file;
}

/** Makes the module system of a kernel that runs in `rootDir`. */
export function createCellModules(rootDir: string, builtins: Builtins): CellModules {
  const moduleCells = new Set<string>();
  const outputs = new Map<string, string>();
  const loaded = new Map<string, CompilingModule>();

  function load(file: string, code: string): unknown {
    const module = new NodeModule(file);
    module.filename = file;
    module.paths = NodeModule._nodeModulePaths(path.dirname(file));
    module.require = wrap(module.require.bind(module) as NodeJS.Require, path.dirname(file));
    loaded.set(file, module);
    try {
      module._compile(code, file);
    } catch (error) {
      loaded.delete(file);
      throw error;
    }
    return module.exports;
  }

  function resolve(original: NodeJS.Require, folder: string, id: string): unknown {
    const builtin = Object.hasOwn(builtins, id) ? builtins[id] : undefined;
    if (builtin !== undefined) {
      return builtin();
    }
    const file = join(folder, id);
    const code = outputs.get(file);
    if (code === undefined) {
      return original(id);
    }
    const module = loaded.get(file);
    return module === undefined ? load(file, code) : module.exports;
  }

  function wrap(original: NodeJS.Require, folder: string): NodeJS.Require {
    return new Proxy(original, {
      apply: (_target, _self, [id]: [string]) => resolve(original, folder, id)
    });
  }

  return {
    require: wrap(createRequire(path.join(rootDir, 'src.js')), rootDir),
    declareModuleCell: name => moduleCells.add(join(rootDir, name)),
    update(changed) {
      for (const output of changed) {
        loaded.delete(output.path);
        outputs.set(output.path, output.data);
        const prefixLines = moduleCells.has(output.path) ? 1 : 0;
        const extent = { prefixLines, lineCount: Number.POSITIVE_INFINITY };
        registerScript(output.path, takeMaps(output.data), extent);
      }
    }
  };
}
