import typescript from 'typescript';
import { internal } from './internalCompiler';

/**
 * The names that a file declares in its outermost scope, as TypeScript escapes them: those that a program
 * finds, without making one.
 */
export function localNames(fileName: string, text: string): ReadonlyMap<string, unknown> {
  const { ESNext } = typescript.ScriptTarget;
  const file = typescript.createSourceFile(fileName, text, ESNext);
  internal.bindSourceFile(file, { target: ESNext });
  return (file as { readonly locals?: ReadonlyMap<string, unknown> }).locals ?? new Map();
}
