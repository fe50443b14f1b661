import type { Completion } from '../tslab/moduleNames';
import type { LanguageService } from '../tslab/tslab';

/** Knowledge of magics for completion and inspection. Cursors are UTF-16 offsets. */
export interface MagicLanguage {
  /** The cell with its magic as spaces, so that every offset stays. */
  blank(source: string): string;
  /** Candidates for a cursor inside a magic; null outside. */
  complete(source: string, cursor: number): Completion | null;
  /** Help for the magic under the cursor; null if there is none. */
  help(source: string, cursor: number): string | null;
}

/** Contents of the replies to requests about code, cursors counted in Unicode characters. */
export interface CellLanguage {
  complete(code: string, cursor: number): object;
  inspect(code: string, cursor: number): object;
  isComplete(code: string): object;
}

/** TypeScript's language service for cells that may begin with a magic. */
export function createCellLanguage(
  typescript: LanguageService,
  magics: MagicLanguage
): CellLanguage {
  return {
    complete(code, cursor) {
      const offset = toUtf16(code, cursor);
      const inMagic = magics.complete(code, offset);
      const found = inMagic ?? typescript.complete(magics.blank(code), offset);
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
      const help = magics.help(code, offset);
      return help === null
        ? typescript.inspect(magics.blank(code), offset)
        : { status: 'ok', found: true, data: { 'text/plain': help }, metadata: {} };
    },
    isComplete: code => typescript.isComplete(magics.blank(code))
  };
}

/** UTF-16 offset of a position that a client counted in Unicode characters. */
export function toUtf16(text: string, characters: number): number {
  let offset = 0;
  for (let count = 0; count < characters && offset < text.length; count += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Unicode characters before a UTF-16 offset, as clients count positions. */
export function toCharacters(text: string, offset: number): number {
  return Array.from(text.slice(0, offset)).length;
}
