import { Module } from 'node:module';

/** The exports of each file that was loaded: Node itself would begin it anew. */
const loaded = new Map<string, unknown>();

/**
 * The exports of a native binary. Each file is loaded once for a thread, as `require` does it, but is no
 * entry of `require.cache`, which belongs to the program.
 *
 * @throws Error where there is no such file, or the system cannot load it
 */
export function loadBinary(file: string): unknown {
  if (!loaded.has(file)) {
    const module = new Module(file);
    process.dlopen(module, file);
    loaded.set(file, module.exports);
  }
  return loaded.get(file);
}
