import { dirname, sep } from 'node:path';
import { filePath } from './frameClassifier';

/** One-based position in a source file. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
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
  mapLine(file: string, line: number): number | null;
  /** The last line of the source, or `null` when it has no bound of its own. */
  lastLine(file: string): number | null;
}

/** Folder of this package's code. */
const OWN_FOLDER = dirname(__dirname) + sep;

/** The mapper for plain Node programs: every position is its own source. */
export const identityMapper: SourceMapper = {
  known: () => false,
  isInternal: file => filePath(file)?.startsWith(OWN_FOLDER) ?? false,
  sourceFile: file => file,
  mapPosition: (_file, line, column) => ({ line, column }),
  mapLine: (_file, line) => line,
  lastLine: () => null
};
