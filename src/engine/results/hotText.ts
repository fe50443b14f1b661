import { type Lines, linesOfFunction, sourceLines } from '../../model/profile/sourceText';

/** Lines before and after a hot one that are kept where its function is not known, or too long. */
const LINES_AROUND = 2;

/** A longer function is kept around its hot lines only, lines. */
const MOST_LINES = 400;

/** The hot lines of a file, and its functions; lines are one-based. */
export interface HotLines {
  /** The cost of each hot line, as a share of any whole. */
  readonly heats: ReadonlyMap<number, number>;
  /** The lines on which functions of the file begin. */
  readonly begins: ReadonlySet<number>;
}

/**
 * The hot functions in the text of a file, on their own lines, with the others empty and those after the last one left
 * out: the hottest first, until they have `limit` characters. `isClipped` if any line with code is missing. The end of a
 * function is found by how its lines are indented.
 */
export function hotText(
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
  return kept.result();
}

function overlap(a: Lines, b: Lines): Lines {
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

/** The lines that are kept of a text. */
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
