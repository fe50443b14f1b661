import type { Profile } from './profile';
import { sourceLines } from './sourceText';

/** The lines of the sources that `profile` has, by file: those of notebook cells. */
export function knownSources({ meta, sourceTexts }: Profile): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>(
    sourceTexts.map(({ file, text }) => [file, sourceLines(text)])
  );
  if (meta.cell) texts.set(meta.cell.file, sourceLines(meta.cell.source));
  return texts;
}
