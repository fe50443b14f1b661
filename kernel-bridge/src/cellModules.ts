import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { registerScript, takeMaps } from './sourceMaps';
import type { SideOutput } from './tslab';

/** A module that cells may import and that the kernel itself serves, made on first use. */
export type Builtins = Readonly<Record<string, () => unknown>>;

interface CompilingModule extends NodeJS.Module {
  _compile(code: string, file: string): void;
}

interface ModuleClass {
  new (id: string): CompilingModule;
  _nodeModulePaths(folder: string): string[];
}

const NodeModule = Module as unknown as ModuleClass;

/** Name of the script that a module of cells in `folder` becomes, such as `/notebooks/model.js`. */
export function moduleScript(folder: string, id: string): string {
  const file = path.posix.join(folder.replaceAll('\\', '/'), id);
  return path.posix.extname(file) === '' ? `${file}.js` : file;
}

/** Modules that cells can load: the kernel's own, notebook modules, TypeScript files, packages. */
export class CellModules {
  /** `require` of the cells, resolving from the kernel's folder. */
  readonly require: NodeJS.Require;
  readonly #rootDir: string;
  readonly #builtins: Builtins;
  readonly #moduleCells = new Set<string>();
  readonly #outputs = new Map<string, string>();
  readonly #loaded = new Map<string, CompilingModule>();

  constructor(rootDir: string, builtins: Builtins) {
    this.#rootDir = rootDir;
    this.#builtins = builtins;
    this.require = this.#wrap(createRequire(path.join(rootDir, 'src.js')), rootDir);
  }

  /** Says that the module cell `name` exists, so that its lines are counted rightly. */
  declareModuleCell(name: string): void {
    this.#moduleCells.add(moduleScript(this.#rootDir, name));
  }

  /** Takes converted files; the next `require` of each runs its new text. */
  update(changed: readonly SideOutput[]): void {
    for (const output of changed) {
      this.#loaded.delete(output.path);
      this.#outputs.set(output.path, output.data);
      const prefixLines = this.#moduleCells.has(output.path) ? 1 : 0;
      const extent = { prefixLines, lineCount: Number.POSITIVE_INFINITY };
      registerScript(output.path, takeMaps(output.data), extent);
    }
  }

  #wrap(original: NodeJS.Require, folder: string): NodeJS.Require {
    return new Proxy(original, {
      apply: (_target, _self, [id]: [string]) => this.#resolve(original, folder, id)
    });
  }

  #resolve(original: NodeJS.Require, folder: string, id: string): unknown {
    const builtin = Object.hasOwn(this.#builtins, id) ? this.#builtins[id] : undefined;
    if (builtin !== undefined) {
      return builtin();
    }
    const file = moduleScript(folder, id);
    const code = this.#outputs.get(file);
    if (code === undefined) {
      return original(id);
    }
    const module = this.#loaded.get(file);
    return module === undefined ? this.#load(file, code) : module.exports;
  }

  #load(file: string, code: string): unknown {
    const module = new NodeModule(file);
    module.filename = file;
    module.paths = NodeModule._nodeModulePaths(path.dirname(file));
    module.require = this.#wrap(module.require.bind(module) as NodeJS.Require, path.dirname(file));
    this.#loaded.set(file, module);
    try {
      module._compile(code, file);
    } catch (error) {
      this.#loaded.delete(file);
      throw error;
    }
    return module.exports;
  }
}
