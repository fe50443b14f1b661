import type typescript from 'typescript';
import { internal } from './internalCompiler';

/**
 * TypeScript's candidates at a position. Of the host, which tslab leaves empty, TypeScript asks the
 * options of the program.
 */
export function getCompletionsAtPositionForTslab(
  _host: object,
  program: typescript.Program,
  ...inputs: readonly unknown[]
): typescript.CompletionInfo | undefined {
  const host = { getCompilationSettings: () => program.getCompilerOptions() };
  return internal.Completions.getCompletionsAtPosition(host, program, ...inputs);
}
