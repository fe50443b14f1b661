import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startsWith } from '../../../base/intrinsics/ownFunctions';
import { fileOfData } from '../../../model/profile/scriptKind';
import { packageFolder } from '../../../native/packageFiles';
import { displayFile } from './frameClassifier';
import type { ScriptFunctions } from './scriptFunctions';

/** One-based line of a source file. */
export interface SourceLine {
  readonly line: number;
  /** The source, if the script was made from several; else it is {@link SourceMapper.sourceFile}. */
  readonly file?: string;
}

/** One-based position in a source file. */
export interface SourcePosition extends SourceLine {
  readonly column: number;
}

/** A function of a script by its name there and the one-based position at which it begins. */
export interface FunctionPlace {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** The text of a source in a source map. */
export interface MappedText {
  readonly text: string;
  /** The files on disk that it was read from: none where the process has kept the map of what it loaded. */
  readonly readFrom: readonly string[];
}

/** What a process alone has of a script: plain data. */
export interface ProcessMap {
  /** As `scriptName` makes it. */
  readonly name: string;
  /** The address of the source map of what was compiled in memory; null where it is not known. */
  readonly place: string | null;
  /** The source map that Node keeps, as JSON; null for none. */
  readonly kept: string | null;
}

/**
 * Leads from the positions V8 reports to those in the source the user wrote. Files are named as V8
 * names the script; lines and columns are one-based. `null` where nothing is known.
 */
export interface SourceMapper {
  /** True for a script whose source the user wrote, such as a notebook cell. */
  known(file: string): boolean;
  /** True for a script of the profiler or the kernel, which profiles leave out. */
  isInternal(file: string): boolean;
  /** The file the script was made of, such as `model.ts` for `model.js`; the script's own if unknown. */
  sourceFile(file: string): string;
  /** The source position of a position in the script. */
  mapPosition(file: string, line: number, column: number): SourcePosition | null;
  /** The source line of a whole line of the script. */
  mapLine(file: string, line: number): SourceLine | null;
  /**
   * The last line of the source, or `null` if it has no limit of its own; perhaps also `null` where the script has
   * the line `wanted`, as that takes less to find out.
   */
  lastLine(file: string, wanted?: number): number | null;
  /**
   * True for a line of the script with most of its source, such as the only one of a bundle: then
   * nothing is known about a position without a column. By default false.
   */
  isDense?(file: string, line: number): boolean;
  /** The functions of a script of the user's, on its own lines; null if they are not known. */
  functions?(file: string): ScriptFunctions | null;
  /** The name that the source has for a function of the script; `name` unless a map has another. */
  sourceName?(file: string, place: FunctionPlace): string;
  /** The text of a source at that path, or with that name if it is no file, from the map of a script that was looked at; null if no map has it. */
  sourceText?(path: string): MappedText | null;
  /**
   * What this process alone has of those scripts, with which another one can map them; absent where that takes more than
   * it and the files.
   */
  processMaps?(files: Iterable<string>): readonly ProcessMap[];
  /** True for a script that has a source map which cannot be used, so that its own lines are shown. */
  hasBadMap(file: string): boolean;
}

/** Folder of this package's code; null in the bundle of a program, which is the program's own. */
const OWN_FOLDER = packageFolder();

/** How the paths and the addresses of scripts in it begin. */
const OWN_PATHS = OWN_FOLDER === null ? null : OWN_FOLDER + sep;
const OWN_ADDRESSES = OWN_PATHS === null ? null : pathToFileURL(OWN_PATHS).href;

/** True for a script of this package. Within the program's code, so it calls nothing that programs replace. */
export function isOwnScript(file: string): boolean {
  if (OWN_PATHS === null || OWN_ADDRESSES === null) return false;
  const name = fileOfData(file) ?? file;
  return startsWith(name, OWN_PATHS) || startsWith(name, OWN_ADDRESSES);
}

/** The mapper for scripts without source maps: every position is its own source. */
export const identityMapper: SourceMapper = {
  known: () => false,
  isInternal: isOwnScript,
  sourceFile: file => file,
  mapPosition: (_file, line, column) => ({ line, column }),
  mapLine: (_file, line) => ({ line }),
  lastLine: () => null,
  hasBadMap: () => false
};

/** A note about the `scripts` with a source map that cannot be used; `null` if there are none. */
export function badMapsText(
  scripts: Iterable<string>,
  { mapper, folder }: { readonly mapper: SourceMapper; readonly folder: string }
): string | null {
  const bad = [...new Set(scripts)].filter(script => mapper.hasBadMap(script));
  if (bad.length === 0) return null;
  const others = bad.length > 1 ? ` and of ${bad.length - 1} more` : '';
  const first = displayFile(bad[0], folder);
  return `The source map of ${first}${others} cannot be read; lines are those of the JavaScript`;
}
