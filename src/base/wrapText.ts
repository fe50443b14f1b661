import { codePointLength } from './codePoints';

/** As Python's `textwrap` counts white space and letters. */
const WHITESPACE = '[\\t\\n\\v\\f\\r ]';
const NO_WHITESPACE = '[^\\t\\n\\v\\f\\r ]';
const WORD = '[\\p{L}\\p{N}_]';
const LETTER = '[\\p{L}_]';
const WORD_OR_MARK = `(?:${WORD}|[!"'&.,?])`;

/** White space, a dash between words, a word or the part of one that ends with a hyphen. */
const CHUNK = new RegExp(
  `(${WHITESPACE}+` +
    `|(?<=${WORD_OR_MARK})-{2,}(?=${WORD})` +
    `|${NO_WHITESPACE}+?(?:` +
    `-(?:(?<=${LETTER}{2}-)|(?<=${LETTER}-${LETTER}-))(?=${LETTER}-?${LETTER})` +
    `|(?=${WHITESPACE}|$)` +
    `|(?<=${WORD_OR_MARK})(?=-{2,}${WORD})` +
    `))`,
  'u'
);

/**
 * `text` in lines of at most `width` code points, as `textwrap.wrap` of Python 3.8 breaks it: at white
 * space and behind hyphens, and within words that are too long; no line for blank text.
 */
export function wrapText(text: string, width: number): string[] {
  const chunks = withSpaces(text)
    .split(CHUNK)
    .filter(chunk => chunk !== undefined && chunk !== '')
    .flatMap(chunk => pieces(chunk, width));
  return linesOf(chunks, width);
}

const TAB_STOP = 8;

/** Tabs up to their stops, and every other white space as one space. */
function withSpaces(text: string): string {
  const lines = text.split(/([\n\r])/).map(line => line.split('\t').reduce(upToStop));
  return lines.join('').replace(/[\n\v\f\r]/g, ' ');
}

function upToStop(before: string, after: string): string {
  return before + ' '.repeat(TAB_STOP - (codePointLength(before) % TAB_STOP)) + after;
}

/** A chunk; one that fits in no line is split into its code points. */
type Chunk = string | readonly string[];

function pieces(chunk: string, width: number): Chunk[] {
  return [codePointLength(chunk) > width ? Array.from(chunk) : chunk];
}

function linesOf(chunks: readonly Chunk[], width: number): string[] {
  const lines: string[] = [];
  const rest = new ChunkReader(chunks);
  while (rest.hasMore()) {
    if (lines.length > 0) rest.dropBlank();
    const line = rest.takeLine(width);
    if (line.length > 0 && isBlank(line[line.length - 1])) line.pop();
    if (line.length > 0) lines.push(line.join(''));
  }
  return lines;
}

function isBlank(chunk: string): boolean {
  return chunk.trim() === '';
}

/** Takes chunks one after the other, long ones a part at a time. */
class ChunkReader {
  #next = 0;
  /** Code points taken of the next chunk. */
  #used = 0;

  constructor(private readonly chunks: readonly Chunk[]) {}

  hasMore(): boolean {
    return this.#next < this.chunks.length;
  }

  /** White space is a separate chunk, recognised by its first code point. */
  dropBlank(): void {
    if (isBlank(this.chunks[this.#next][this.#used])) this.#moveOn();
  }

  /** The chunks that fit into a line, and what still fits of one that fits into none. */
  takeLine(width: number): string[] {
    const line: string[] = [];
    let room = width;
    while (this.hasMore() && this.#size() <= room) {
      room -= this.#size();
      line.push(this.#takeAll());
    }
    if (this.hasMore() && this.#size() > width) line.push(this.#takeSome(room));
    return line;
  }

  #size(): number {
    const chunk = this.chunks[this.#next];
    return typeof chunk === 'string' ? codePointLength(chunk) : chunk.length - this.#used;
  }

  #takeAll(): string {
    const chunk = this.chunks[this.#next];
    const text = typeof chunk === 'string' ? chunk : chunk.slice(this.#used).join('');
    this.#moveOn();
    return text;
  }

  #takeSome(room: number): string {
    const text = this.chunks[this.#next].slice(this.#used, this.#used + room);
    this.#used += room;
    return typeof text === 'string' ? text : text.join('');
  }

  #moveOn(): void {
    this.#next++;
    this.#used = 0;
  }
}
