import type { parseConfig } from '../parse/parseConfig';
import type { ParseContext } from '../parse/parseContext';
import type { parseLeadingOptions, parseOptions } from '../parse/parseOptions';
import type { parseOutputFile } from '../parse/parseValue';
import type { MagicKind, MagicSpec } from '../table/optionTypes';
import type { extensionOf } from '../table/outputFile';
import type { ProfileOptions } from '../table/profileOptions';

/** The magic of a cell. Offsets count UTF-16 code units from the start of the cell's source. */
export interface Magic {
  readonly kind: MagicKind;
  /** Name without per cent signs; it need not be the name of a known magic. */
  readonly name: string;
  /** The text after the name on the line, as written; without the `?` of a help request. */
  readonly text: string;
  /** True for `%name?`: help is wanted, not a run. */
  readonly isQuestion: boolean;
  /** Offset of the first character of the magic: its `%`, or its `//` in the comment form. */
  readonly start: number;
  /** Offset after the last character of the line, without the line break. */
  readonly end: number;
  /** Offset of the first per cent sign, and after the last character of the name. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Offset of `text`. */
  readonly textStart: number;
  /** One-based line of the magic. */
  readonly line: number;
}

export interface LineCode {
  readonly text: string;
  /** Offset in the cell. */
  readonly start: number;
}

/**
 * What reads the words of lines. Magics are handed it: who only looks for them in a cell, as the plugin for the server of
 * TypeScript does, has none of the formats of files that it knows.
 */
export interface WordReaders {
  readonly extensionOf: typeof extensionOf;
  readonly parseConfig: typeof parseConfig;
  readonly parseLeadingOptions: typeof parseLeadingOptions;
  readonly parseOptions: typeof parseOptions;
  readonly parseOutputFile: typeof parseOutputFile;
}

/** What a magic reads its command from. */
export interface MagicLine {
  readonly spec: MagicSpec;
  readonly magic: Magic;
  /** The options in force where the line sets none. */
  readonly defaults: ProfileOptions;
  readonly context: ParseContext;
  readonly readers: WordReaders;
}

export interface HelpCommand {
  readonly command: 'help';
  readonly magic: MagicSpec;
}

/** A magic: what it is, and what a line of it says. `magicTable.ts` lists them. */
export interface KnownMagic<Command = { readonly command: string }> extends MagicSpec {
  /** @throws MagicError for a line that cannot be understood: its cell must not run. */
  readonly read: (line: MagicLine) => Command;
}
