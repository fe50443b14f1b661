import type { Demangle } from '../base/demangle';
import type { GpuAddon } from './gpuAddon';

/**
 * The name of a function or variable begins with `_Z`. Types are as `typeid(T).name()` gives them: nested,
 * in `std`, or templates; others look like names that somebody typed.
 */
const MANGLED = /^(_Z|S[tabsiod]\d|(?=.*E$)(N|\d+[A-Za-z_]\w*I))/;

/**
 * Demangles C++ names of the Itanium ABI with the native addon, which is loaded for the first name that
 * looks mangled. Where it cannot be loaded, names stay as they are.
 */
export function demangler(load: () => Pick<GpuAddon, 'demangle'>): Demangle {
  let addon: Pick<GpuAddon, 'demangle'> | null | undefined;
  return name => {
    if (!MANGLED.test(name)) return name;
    if (addon === undefined) addon = loaded(load);
    return addon?.demangle(name) ?? name;
  };
}

function loaded(load: () => Pick<GpuAddon, 'demangle'>): Pick<GpuAddon, 'demangle'> | null {
  try {
    return load();
  } catch {
    return null;
  }
}
