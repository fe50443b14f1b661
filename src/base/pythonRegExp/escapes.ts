import { PatternError } from './patternError';
import type { PatternFlags, Translated } from './translated';

/** What classes of characters contain, as it stands within brackets. */
interface ClassTexts {
  readonly unicode: string;
  readonly ascii: string;
}

/** Everything but letters, numbers and `_`, by the categories of Unicode. */
const NO_WORD =
  '\\p{M}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\p{S}\\p{Z}\\p{C}' +
  '\\u203f\\u2040\\u2054\\ufe33\\ufe34\\ufe4d-\\ufe4f\\uff3f';

const CLASSES: ReadonlyMap<string, ClassTexts> = new Map([
  ['d', { unicode: '\\p{Nd}', ascii: '0-9' }],
  ['D', { unicode: '\\P{Nd}', ascii: '\\D' }],
  ['w', { unicode: '\\p{L}\\p{N}_', ascii: '\\w' }],
  ['W', { unicode: NO_WORD, ascii: '\\W' }],
  ['s', { unicode: '\\s\\x1c-\\x1f\\x85', ascii: ' \\t\\n\\r\\f\\v' }],
  ['S', { unicode: '\\S', ascii: '\\S' }]
]);

const WORD = '[\\p{L}\\p{N}_]';
const AT_WORD_EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
const IN_WORD_OR_OUTSIDE = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;

/** Positions in the text; the edges of words in ASCII are those of JavaScript. */
const POSITIONS: ReadonlyMap<string, string> = new Map([
  ['A', '(?<![\\s\\S])'],
  ['Z', '(?![\\s\\S])'],
  ['b', AT_WORD_EDGE],
  ['B', IN_WORD_OR_OUTSIDE]
]);

const CODE = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/;
const OCTAL = /^\\(0[0-7]{0,2}|[1-3][0-7]{2})/;
const BACK_REFERENCE = /^\\([1-9]\d?)/;
const CONTROLS = 'nrtfv';

/** The escape at `at`, outside brackets. @throws PatternError for one that there is not */
export function escapeSource(pattern: string, at: number, flags: PatternFlags): Translated {
  const sign = pattern[at + 1] ?? '';
  const position = POSITIONS.get(sign);
  if (position !== undefined) {
    const isEdge = sign === 'b' || sign === 'B';
    return { source: flags.isAscii && isEdge ? `\\${sign}` : position, next: at + 2 };
  }
  const reference = OCTAL.test(pattern.slice(at)) ? null : BACK_REFERENCE.exec(pattern.slice(at));
  if (reference) return { source: `(?:${reference[0]})`, next: at + reference[0].length };
  if (CLASSES.has(sign)) return { source: `[${classText(sign, flags)}]`, next: at + 2 };
  return characterSource(pattern, at);
}

/** The escape at `at`, within brackets. @throws PatternError for one that there is not */
export function classEscapeSource(pattern: string, at: number, flags: PatternFlags): Translated {
  const sign = pattern[at + 1] ?? '';
  if (CLASSES.has(sign)) return { source: classText(sign, flags), next: at + 2 };
  return sign === 'b' ? { source: '\\x08', next: at + 2 } : characterSource(pattern, at);
}

function classText(sign: string, { isAscii }: PatternFlags): string {
  const texts = CLASSES.get(sign);
  return (isAscii ? texts?.ascii : texts?.unicode) ?? '';
}

/** An escape that stands for one character. */
function characterSource(pattern: string, at: number): Translated {
  const rest = pattern.slice(at);
  const code = CODE.exec(rest);
  if (code) return codeSource(parseInt(code[1] ?? code[2] ?? code[3], 16), at + code[0].length);
  const octal = OCTAL.exec(rest);
  if (octal) return codeSource(parseInt(octal[1], 8), at + octal[0].length);
  const sign = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
  if (rest.length === 1) throw new PatternError('it ends with a backslash');
  if (CONTROLS.includes(sign)) return { source: `\\${sign}`, next: at + 2 };
  if (sign === 'a') return codeSource(7, at + 2);
  if (/[A-Za-z0-9]/.test(sign)) throw new PatternError(`\\${sign} at ${at} is no escape`);
  return codeSource(sign.codePointAt(0) ?? 0, at + 1 + sign.length);
}

const LARGEST_CODE_POINT = 0x10ffff;

function codeSource(code: number, next: number): Translated {
  if (code > LARGEST_CODE_POINT) throw new PatternError(`${code} is no code point`);
  return { source: `\\u{${code.toString(16)}}`, next };
}
