import { fileCosts } from '../../analysis/stacks/fileCosts';
import { TOP_LEVEL } from '../../model/profile/frameNames';
import { type LineCost, lineCostKinds, lineCosts } from '../../analysis/stacks/lineCosts';
import type { Profile } from '../../model/profile/profile';
import {
  SOURCE_TEXT_LIMITS,
  type SourceText,
  indentOf,
  type Lines,
  linesOfFunction,
  sourceLines
} from '../../model/profile/sourceText';
import { displayFile } from '../../sources/v8/scripts/frameClassifier';
import type { SourceMapper } from '../../sources/v8/scripts/sourceMapper';

/** The sources of a notebook's cells, each with the name that V8 has for its script. */
export type CellTexts = () => Iterable<readonly [script: string, text: string]>;

/** The names of the scripts of {@link CellTexts} in a profile. */
interface CellNaming {
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

/** Lines before and after a hot one that are kept where its function is not known, or too long. */
const LINES_AROUND = 2;

/** A longer function is kept around its hot lines only, lines. */
const MOST_LINES = 400;

/** The hot lines of a file, and its functions; lines are one-based. */
interface HotLines {
  /** The cost of each hot line, as a share of any whole. */
  readonly heats: ReadonlyMap<number, number>;
  /** The lines on which functions of the file begin. */
  readonly begins: ReadonlySet<number>;
}

/**
 * The hot functions in the text of a file, on their own lines, with the others empty and those after the last one left
 * out: the hottest first, until they have `limit` characters. With them come the first and the last lines of classes and
 * functions around them, and where the lists, regular expressions and objects made with `new` are defined that they use:
 * no other values. `isClipped` if any line with code is missing. The end of a function is found by how its lines are
 * indented.
 */
function hotText(
  text: string,
  { heats, begins }: HotLines,
  limit: number
): { readonly text: string; readonly isClipped: boolean } {
  const lines = sourceLines(text);
  const kept = new KeptLines(lines, limit);
  const hottest = [...heats]
    .filter(([line]) => line >= 1 && line <= lines.length)
    .sort(([a, heat], [b, other]) => other - heat || a - b);
  const functions = [...begins].sort((a, b) => b - a).map(begin => linesOfFunction(lines, begin));
  for (const [line] of hottest) {
    const around: Lines = [line - LINES_AROUND, line + LINES_AROUND];
    const own = functions.find(([from, to]) => from <= line && line <= to);
    const isKept = own !== undefined && own[1] - own[0] < MOST_LINES && kept.add(own);
    if (!isKept) kept.add(own === undefined ? around : overlap(own, around));
  }
  for (const definition of definitionsFor(lines, kept)) kept.add(definition);
  for (const around of openersOf(lines, kept)) kept.add(around);
  return kept.result();
}

/** The definitions of a name that are kept at most, and the lines of one: of a longer one the first and the last. */
const MOST_DEFINITIONS = 3;
const MOST_DEFINED_LINES = 40;

/** A line that defines a name, with its type and the beginning of its value: of a class or its objects, or of a file. */
const DEFINITION =
  /^(\s*(?:this\.|(?:(?:export|declare|public|private|protected|static|override|readonly|const|let|var)\s+)*))(#?[\w$]+)[?!]?\s*(?::\s*([^=;]+?))?\s*(?:=\s*(.*))?;?$/;
const VALUE =
  /^(?:new\s|\[|\/[^/*]|Array\b|Object\.(?:keys|values|entries)\b|(?:this\.)?[\w$#]+\.prepare\()/;
const TYPE = /\[\]|\b(?:Array|Set|Map|RegExp|\w+Array)\b/;
const KEYWORD = /\w/;
const CLASS = /\bclass\b.*\{\s*$/;

/** Where the names that kept lines use are defined, if they tell what an operation costs and no secrets. */
function definitionsFor(lines: readonly string[], kept: KeptLines): Lines[] {
  const used = new Set(kept.lines.flatMap(line => lines[line - 1].match(/#?[\w$]+/g) ?? []));
  const found = new Map<string, Lines[]>();
  lines.forEach((text, at) => {
    const [, before = '', name = '', type = '', value = ''] = DEFINITION.exec(text) ?? [];
    const isMarked = KEYWORD.test(before) || name.startsWith('#') || type !== '';
    const isWanted = value === '' ? TYPE.test(type) : VALUE.test(value);
    if (!isWanted || !used.has(name) || !(isMarked || isInClass(lines, at + 1))) return;
    const [first, last] = linesOfFunction(lines, at + 1);
    const isLong = last - first >= MOST_DEFINED_LINES;
    const all = found.get(name) ?? [];
    all.push(...(isLong ? ends([first, last]) : [[first, last] as const]));
    found.set(name, all);
  });
  return [...found.values()].flatMap(all => all.slice(0, MOST_DEFINITIONS));
}

/** Whether a line stands in a class, but in none of its methods. */
function isInClass(lines: readonly string[], line: number): boolean {
  return CLASS.test(lines[lineAround(lines, line) - 1] ?? '');
}

function ends([first, last]: Lines): Lines[] {
  return [
    [first, first],
    [last, last]
  ];
}

const OPENER = /[([{]\s*$/;

/** The first and the last lines of what kept lines lie in. */
function openersOf(lines: readonly string[], kept: KeptLines): Lines[] {
  const around = new Set<number>();
  for (const line of kept.lines) {
    let outer = lineAround(lines, line);
    for (; outer > 0 && !around.has(outer); outer = lineAround(lines, outer)) around.add(outer);
  }
  const openers = [...around].filter(line => OPENER.test(lines[line - 1]));
  return openers.flatMap(opener => ends(linesOfFunction(lines, opener)));
}

/** The last line before one that is less far in; 0 for none. */
function lineAround(lines: readonly string[], line: number): number {
  const indent = indentOf(lines[line - 1]);
  let above = indent > 0 ? line - 1 : 0;
  const isOuter = (text: string): boolean => text.trim() !== '' && indentOf(text) < indent;
  while (above > 0 && !isOuter(lines[above - 1])) above--;
  return above;
}

function overlap(a: Lines, b: Lines): Lines {
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

class KeptLines {
  readonly #kept: Uint8Array;
  readonly #lines: readonly string[];
  readonly #limit: number;
  /** Characters of the lines that are kept. */
  #units = 0;
  /** The greatest number of a line that is kept: all up to that one have their ends. */
  #last = 0;

  constructor(lines: readonly string[], limit: number) {
    this.#lines = lines;
    this.#limit = limit;
    this.#kept = new Uint8Array(lines.length + 1);
  }

  /** The numbers of the lines that are kept so far. */
  get lines(): readonly number[] {
    return [...this.#kept.keys()].filter(line => this.#kept[line] === 1);
  }

  /** Keeps lines if they fit; false if they do not. */
  add([from, to]: Lines): boolean {
    const last = Math.min(to, this.#lines.length);
    let units = this.#units;
    for (let line = Math.max(1, from); line <= last; line++) {
      if (this.#kept[line] === 0) units += this.#lines[line - 1].length;
    }
    if (units + Math.max(last, this.#last) > this.#limit) return false;
    this.#kept.fill(1, Math.max(1, from), last + 1);
    this.#units = units;
    this.#last = Math.max(this.#last, last);
    return true;
  }

  result(): { readonly text: string; readonly isClipped: boolean } {
    const shown = this.#lines.slice(0, this.#last);
    const text = shown.map((line, at) => (this.#kept[at + 1] === 0 ? '' : line)).join('\n');
    const isMissing = (line: string, at: number): boolean =>
      this.#kept[at + 1] !== 1 && line.trim() !== '';
    return { text, isClipped: this.#lines.some(isMissing) };
  }
}
