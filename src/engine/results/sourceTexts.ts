import { fileCosts } from '../../analysis/lines/fileCosts';
import type { Profile } from '../../model/profile/profile';
import type { SourceText } from '../../model/profile/sourceText';
import { SOURCE_TEXT_LIMITS } from '../../model/profile/sourceText';
import { displayFile } from '../../sources/v8/scripts/frameClassifier';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';

/** The sources of a notebook's cells, each with the name that V8 has for its script. */
export type CellTexts = () => Iterable<readonly [script: string, text: string]>;

/** The names of the scripts of {@link CellTexts} in a profile. */
export interface CellNaming {
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** The sources of cells by the file names of profiles. */
export function textsByFile(
  texts: CellTexts,
  { mapper, folder }: CellNaming
): ReadonlyMap<string, string> {
  const named = [...texts()].map(([script, text]) => {
    return [displayFile(mapper.sourceFile(script), folder), text] as const;
  });
  return new Map(named);
}

/**
 * `profile` with the sources of its hottest files that `texts` knows, within
 * {@link SOURCE_TEXT_LIMITS}. The profiled cell is left out: `meta.cell` has its source.
 */
export function withSourceTexts(profile: Profile, texts: ReadonlyMap<string, string>): Profile {
  if (texts.size === 0) return profile;
  const sourceTexts: SourceText[] = [];
  let left: number = SOURCE_TEXT_LIMITS.all;
  for (const { file } of fileCosts(profile)) {
    const whole = file === profile.meta.cell?.file ? undefined : texts.get(file);
    if (whole === undefined || left === 0) continue;
    const text = whole.slice(0, Math.min(left, SOURCE_TEXT_LIMITS.text));
    left -= text.length;
    sourceTexts.push({ file, text, isClipped: text.length < whole.length });
  }
  return { ...profile, sourceTexts: sourceTexts.slice(0, SOURCE_TEXT_LIMITS.texts) };
}
