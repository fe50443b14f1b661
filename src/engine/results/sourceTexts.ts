import { fileCosts } from '../../analysis/lines/fileCosts';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { type LineCost, lineCostKinds, lineCosts } from '../../analysis/lines/lineCosts';
import type { Profile } from '../../model/profile/profile';
import { SOURCE_TEXT_LIMITS, type SourceText } from '../../model/profile/sourceText';
import { displayFile } from '../../sources/v8/scripts/frameClassifier';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';
import { type HotLines, hotText } from './hotText';

/** The sources of a notebook's cells, each with the name that V8 has for its script. */
export type CellTexts = () => Iterable<readonly [script: string, text: string]>;

/** The names of the scripts of {@link CellTexts} in a profile. */
export interface CellNaming {
  readonly mapper: SourceMapper;
  /** Files are shown relative to this folder. */
  readonly folder: string;
}

/** The sources that are known of the files of a profile, by their names there. */
export interface KnownTexts {
  /** The whole texts of cells: made when a profile has a file that may be one, as few short ones have. */
  readonly cells: () => ReadonlyMap<string, string>;
  /** The whole text of a file of the user's, of which its hot functions are kept; null if it is not to be shown. */
  readonly fileText: (file: string) => string | null;
}

/** A line that costs less of the run, in any respect, is not worth its text. */
const MIN_SHARE = 0.005;

/** Files that are read at most. */
const MAX_FILES = 200;

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
 * `profile` with the sources of its hottest files that are known, within {@link SOURCE_TEXT_LIMITS}: those of cells, and
 * the hot functions of files. The profiled cell is left out: `meta.cell` has its source.
 */
export function withSourceTexts(profile: Profile, known: KnownTexts): Profile {
  if (profile.frames.length + profile.lineTotals.length + profile.lineTicks.length === 0) {
    return profile;
  }
  const hot = hotLinesByFile(profile);
  const files = new Set([...fileCosts(profile).map(({ file }) => file), ...hot.keys()]);
  files.delete(profile.meta.cell?.file ?? '');
  const keptOf = keepTexts(known, hot);
  const sourceTexts: SourceText[] = [];
  let left: number = SOURCE_TEXT_LIMITS.all;
  for (const file of files) {
    const kept = keptOf(file, Math.min(left, SOURCE_TEXT_LIMITS.text));
    if (kept === null) continue;
    left -= kept.text.length;
    sourceTexts.push({ file, ...kept });
    if (left === 0 || sourceTexts.length === SOURCE_TEXT_LIMITS.texts) break;
  }
  return { ...profile, sourceTexts };
}

type KeptText = Omit<SourceText, 'file'>;

/** Finds what is kept of the source of a file, of so many characters at most; null for nothing. */
function keepTexts(
  { cells, fileText }: KnownTexts,
  hot: ReadonlyMap<string, HotLines>
): (file: string, limit: number) => KeptText | null {
  let mayRead = MAX_FILES;
  let madeCells: ReadonlyMap<string, string> | null = null;
  return (file, limit) => {
    madeCells ??= cells();
    const cell = madeCells.get(file);
    if (cell !== undefined) return beginningOf(cell, limit);
    const lines = hot.get(file);
    if (lines === undefined || mayRead-- <= 0) return null;
    const text = fileText(file);
    const kept = text === null ? null : hotText(text, lines, limit);
    return kept?.text === '' ? null : kept;
  };
}

function beginningOf(whole: string, limit: number): KeptText {
  const text = whole.slice(0, limit);
  return { text, isClipped: text.length < whole.length };
}

/** The lines that cost something of any kind, and where functions begin, by file; files with the hottest first. */
function hotLinesByFile(profile: Profile): ReadonlyMap<string, HotLines> {
  const heats = new Map<string, Map<number, number>>();
  const all = lineCostKinds(profile).flatMap(kind => lineCosts(profile, kind).lines);
  for (const line of all.filter(each => heatOf(each) >= MIN_SHARE && each.file !== '')) {
    const ofFile = heats.get(line.file) ?? new Map<number, number>();
    ofFile.set(line.line, Math.max(heatOf(line), ofFile.get(line.line) ?? 0));
    heats.set(line.file, ofFile);
  }
  const begins = beginningsByFile(profile);
  const files = [...heats].map(([file, lines]) => {
    const hot = { heats: lines, begins: begins.get(file) ?? new Set<number>() };
    return { file, hot, greatest: Math.max(...lines.values()) };
  });
  files.sort((a, b) => b.greatest - a.greatest);
  return new Map(files.map(({ file, hot }) => [file, hot]));
}

const heatOf = ({ totalShare, selfShare }: LineCost): number => totalShare ?? selfShare;

/** The lines on which functions begin that have a name or code of their own: not those of whole scripts. */
function beginningsByFile({ frames, strings }: Profile): ReadonlyMap<string, ReadonlySet<number>> {
  const begins = new Map<string, Set<number>>();
  for (let row = 0; row < frames.length; row++) {
    if (frames.line[row] === 0 || strings[frames.name[row]] === TOP_LEVEL) continue;
    const file = strings[frames.file[row]];
    begins.set(file, (begins.get(file) ?? new Set()).add(frames.line[row]));
  }
  return begins;
}
