import typescript from 'typescript';
import { firstWait } from '../../tslab/topLevelAwait';

type Diagnostic = typescript.Diagnostic;
type MessageChain = typescript.DiagnosticMessageChain;

const LIBRARY_ADVICE =
  / Do you need to change your target library\? Try changing the 'lib' compiler option to '[^']+' or later\.$/;
const NOT_HERE = ` Node ${process.versions.node}, which runs this notebook, does not have it.`;
const AWAIT_CODE = 1308;
const AWAIT_TEXT =
  "'await' at the top level works in cells only. In a file or a module that cells import, wait in a " +
  'function, and export its promise.';

/** True for a file that is a cell, and not a module that cells import. */
export type IsCell = (file: typescript.SourceFile) => boolean;

/**
 * Returns a function that collects all diagnostics of files, of the options and of the program, but not
 * of its other files, nor of types that have no name, see `declarationsOf`. Features that the running Node lacks are reported as such; and modules, which
 * become CommonJS, may not use top-level `await`.
 */
export function createFileDiagnostics(
  isCell: IsCell
): (program: typescript.Program, files: readonly typescript.SourceFile[]) => readonly Diagnostic[] {
  return (program, files) => {
    const ofFiles = files.flatMap(file => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...(isCell(file) ? [] : waitingModule(file))
    ]);
    const ofProgram = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
    const all = [...ofProgram, ...ofFiles].map(withoutLibraryAdvice);
    return typescript.sortAndDeduplicateDiagnostics(all);
  };
}

function waitingModule(file: typescript.SourceFile): readonly Diagnostic[] {
  const wait = /\bawait\b/.test(file.text) ? firstWait(file) : undefined;
  if (wait === undefined) return [];
  const start = wait.getStart(file);
  const category = typescript.DiagnosticCategory.Error;
  const length = wait.end - start;
  return [{ file, start, length, category, code: AWAIT_CODE, messageText: AWAIT_TEXT }];
}

/** A notebook has no option `lib` to change: its library matches the running Node. */
function withoutLibraryAdvice<T extends Diagnostic>(diagnostic: T): T {
  const { messageText } = diagnostic;
  return typeof messageText === 'string'
    ? { ...diagnostic, messageText: truly(messageText) }
    : { ...diagnostic, messageText: withTrueText(messageText) };
}

function withTrueText(chain: MessageChain): MessageChain {
  return { ...chain, messageText: truly(chain.messageText), next: chain.next?.map(withTrueText) };
}

function truly(text: string): string {
  return text.replace(LIBRARY_ADVICE, NOT_HERE);
}
