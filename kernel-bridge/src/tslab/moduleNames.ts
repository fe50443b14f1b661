/** The text of the name of a module that a cursor is in: from the last slash, or from the quote, to the cursor. */
const NAME = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(?<quote>['"])(?<text>[^'"\n]*)$/;

/** Candidates for the text from `start` to `end`, UTF-16 offsets in the cell. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly string[];
}

/**
 * The candidates that continue the name of a module before the cursor, for the part of it behind the last slash;
 * tslab knows only those for identifiers. Others are returned as they are.
 */
export function withModuleNames(code: string, cursor: number, found: Completion): Completion {
  const text = NAME.exec(code.slice(0, cursor))?.groups?.['text'];
  if (text === undefined) return found;
  const part = text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  const matches = found.matches.filter(name => name.toLowerCase().startsWith(part));
  return { start: cursor - part.length, end: cursor, matches };
}
