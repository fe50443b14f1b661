import { Module } from 'node:module';

/** The exports of each loaded file: Node itself would initialise it again. */
const loaded = new Map<string, unknown>();

/**
 * The exports of a native binary. Each file is loaded once per thread, as by `require`, but gets no
 * entry in `require.cache`, which belongs to the program.
 *
 * @throws Error if there is no such file, or the system cannot load it
 */
export function loadBinary(file: string): unknown {
  if (!loaded.has(file)) {
    const module = new Module(file);
    process.dlopen(module, file);
    loaded.set(file, module.exports);
  }
  return loaded.get(file);
}
