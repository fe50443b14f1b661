import { Module } from 'node:module';

/** Parts of Node's module system that its types declare only in later versions. */
interface Stripper {
  readonly stripTypeScriptTypes?: (
    code: string,
    options: { readonly mode: 'strip' | 'transform' }
  ) => string;
}

/** Takes the types out of a text, or throws for what cannot be run without a compiler. */
export type StripTypes = (code: string) => string;

/** As this Node strips types of the files that it runs; null if it does not. */
export function stripTypes(): StripTypes | null {
  const { stripTypeScriptTypes } = Module as unknown as Stripper;
  const { typescript } = process.features as { readonly typescript?: 'strip' | 'transform' };
  if (!typescript || stripTypeScriptTypes === undefined) return null;
  return code => withoutWarnings(() => stripTypeScriptTypes(code, { mode: typescript }));
}

/** Node says of its stripping that it is an experiment: that is its program's to say, not ours. */
export function withoutWarnings<T>(run: () => T): T {
  const replaced = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  Object.defineProperty(process, 'emitWarning', { ...replaced, value: () => undefined });
  try {
    return run();
  } finally {
    if (replaced) Object.defineProperty(process, 'emitWarning', replaced);
  }
}
