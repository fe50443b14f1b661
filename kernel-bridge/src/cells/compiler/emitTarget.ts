import vm from 'node:vm';
import typescript from 'typescript';

const { ESNext, ES2024 } = typescript.ScriptTarget;
/** Syntax that TypeScript leaves alone for `ESNext`, and that no release of Node can read. */
const UNREADABLE = /@|\baccessor\b/;

/**
 * Returns a function that selects the JavaScript version to lower to, so that the running Node can read
 * it: `using` stays if Node knows it, and is lowered otherwise; decorators and `accessor` are always
 * lowered. A text that only looks as if it had decorators is lowered too, which does not change its
 * meaning.
 */
export function createEmitTarget(): (javaScript: string) => typescript.ScriptTarget {
  const readsUsing = isReadable('{ using nothing = null; }');
  return javaScript => (readsUsing && !UNREADABLE.test(javaScript) ? ESNext : ES2024);
}

function isReadable(code: string): boolean {
  try {
    return new vm.Script(code) instanceof vm.Script;
  } catch {
    return false;
  }
}
