import { FORMATS } from '../../formats/table';
import type { OutputFile } from '../../formats/shared/format';

/** One file name ending and its meaning. */
export interface OutputExtension {
  readonly extension: string;
  readonly format: string;
  readonly gzip: boolean;
  readonly help: string;
}

/** Every ending of a format that can be written, in the order of the formats. */
export const OUTPUT_EXTENSIONS: readonly OutputExtension[] = FORMATS.filter(
  ({ write }) => write !== undefined
).flatMap(({ id, endings }) =>
  endings.map(({ ending, help }) => ({
    extension: ending,
    format: id,
    gzip: ending.endsWith('.gz'),
    help
  }))
);

/** Endings that can be written, in the order of {@link OUTPUT_EXTENSIONS}. */
export function writableExtensions(): string[] {
  return OUTPUT_EXTENSIONS.map(({ extension }) => extension);
}

/** The longest of {@link OUTPUT_EXTENSIONS} that `path` ends in, ignoring case, or null. */
export function extensionOf(path: string): OutputExtension | null {
  const lower = path.toLowerCase();
  const found = OUTPUT_EXTENSIONS.filter(({ extension }) => lower.endsWith(extension));
  return found.reduce<OutputExtension | null>(
    (best, each) => (best && best.extension.length > each.extension.length ? best : each),
    null
  );
}

/** The ending of a path if it is not a known format; null without an ending. */
export function unknownEnding(path: string): string | null {
  if (outputFile(path)) return null;
  return /[^./\\](\.[^./\\]+)$/.exec(path)?.[1] ?? null;
}

/** `path` with the format of its ending, or null if that cannot be written. */
export function outputFile(path: string): OutputFile | null {
  const extension = extensionOf(path);
  if (extension === null) return null;
  return { path, format: extension.format, gzip: extension.gzip };
}
