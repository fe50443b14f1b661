import type { Demangle } from '../base/text';
import type { GpuAddon } from './gpuAddon';
import { loadAddon } from './loader';

/** The part of the addon that demangles. */
type Demangling = Pick<GpuAddon, 'demangle'>;

/**
 * The name of a function or variable begins with `_Z`. Types are as `typeid(T).name()` gives them: nested,
 * in `std`, or templates; others look like names that somebody typed.
 */
const MANGLED = /^(_Z|S[tabsiod]\d|(?=.*E$)(N|\d+[A-Za-z_]\w*I))/;

/**
 * Demangles C++ names of the Itanium ABI with the native addon, by default that of the package, which is
 * loaded for the first name that looks mangled. Where it cannot be loaded, names stay as they are.
 */
export function demangler(load: () => Demangling = () => loadAddon().gpu): Demangle {
  let addon: Demangling | null | undefined;
  return name => {
    if (!MANGLED.test(name)) return name;
    if (addon === undefined) addon = loaded(load);
    return addon?.demangle(name) ?? name;
  };
}

function loaded(load: () => Demangling): Demangling | null {
  try {
    return load();
  } catch {
    return null;
  }
}
