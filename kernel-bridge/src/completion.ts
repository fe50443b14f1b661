import type { LanguageService } from './tslab';
import type { Magic } from 'kernelscope/options';
import { blankMagic, findMagic } from 'kernelscope/options';
import { toCharacters, toUtf16 } from './textPosition';

/** Candidates for a cursor inside a magic; offsets count from the start of the magic's text. */
export interface MagicCompletion {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly string[];
}

/** What completion knows of magics. */
export interface MagicLanguage {
  /** Names that are magics also behind `//`. */
  readonly cellMagics: readonly string[];
  complete(text: string, cursor: number): MagicCompletion;
  /** Help for a magic, as text; null for a name that is none. */
  help(text: string): string | null;
}

/** Contents of the replies to requests about code, cursors counted in Unicode characters. */
export interface CellLanguage {
  complete(code: string, cursor: number): object;
  inspect(code: string, cursor: number): object;
  isComplete(code: string): object;
}

function isInside(magic: MagicLine, offset: number): boolean {
  return offset >= magic.start && offset <= magic.end;
}

/** TypeScript's language service for cells that may begin with a magic. */
export function createCellLanguage(
  typescript: LanguageService,
  magics: MagicLanguage
): CellLanguage {
  const find = (code: string): MagicLine | null => findMagic(code, magics.cellMagics);
  const typescriptOnly = (code: string): string => {
    const magic = find(code);
    return magic === null ? code : blankMagic(code, magic);
  };

  function completeAt(code: string, offset: number): ReturnType<LanguageService['complete']> {
    const magic = find(code);
    if (magic === null || !isInside(magic, offset)) {
      return typescript.complete(typescriptOnly(code), offset);
    }
    const found = magics.complete(magic.text, offset - magic.start);
    const { start, end, matches } = found;
    return { start: magic.start + start, end: magic.start + end, matches: [...matches] };
  }

  return {
    complete(code, cursor) {
      const found = completeAt(code, toUtf16(code, cursor));
      return {
        status: 'ok',
        matches: found.matches,
        cursor_start: toCharacters(code, found.start),
        cursor_end: toCharacters(code, found.end),
        metadata: {}
      };
    },
    inspect(code, cursor) {
      const offset = toUtf16(code, cursor);
      const magic = find(code);
      if (magic === null || !isInside(magic, offset)) {
        return typescript.inspect(typescriptOnly(code), offset);
      }
      const help = magics.help(magic.text);
      const data = help === null ? {} : { 'text/plain': help };
      return { status: 'ok', found: help !== null, data, metadata: {} };
    },
    isComplete: code => typescript.isComplete(typescriptOnly(code))
  };
}
