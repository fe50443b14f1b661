import { messageOf } from '../errors';
import { classSource } from './characterClass';
import { escapeSource } from './escapes';
import { PatternError } from './patternError';
import type { PatternFlags, Translated } from './translated';

const GLOBAL_FLAGS = /^\(\?([aimsux]+)\)/;

/**
 * A regular expression that matches what Python's `re` matches with `pattern`: named groups, flags at
 * the front, `\A` and `\Z`, braces that count nothing, letters and digits of all scripts.
 *
 * @throws PatternError for what Python refuses, and for what JavaScript has nothing for: conditions,
 *   flags of a group, possessive and atomic groups
 */
export function pythonRegExp(pattern: string): RegExp {
  const front = GLOBAL_FLAGS.exec(pattern);
  const flags = flagsOf(front?.[1] ?? '');
  let source = '';
  for (let at = front?.[0].length ?? 0; at < pattern.length;) {
    const piece = translateAt(pattern, at, flags);
    source += piece.source;
    at = piece.next;
  }
  try {
    return new RegExp(source, flags.ignoresCase ? 'iu' : 'u');
  } catch (error) {
    throw new PatternError(reasonOf(messageOf(error)), { cause: error });
  }
}

/** The message of a SyntaxError names the translated pattern, which nobody wrote. */
function reasonOf(message: string): string {
  return message.slice(message.lastIndexOf(': ') + 1).trim();
}

function flagsOf(letters: string): PatternFlags {
  return {
    ignoresCase: letters.includes('i'),
    isMultiline: letters.includes('m'),
    dotMatchesAll: letters.includes('s'),
    isAscii: letters.includes('a'),
    isVerbose: letters.includes('x')
  };
}

function translateAt(pattern: string, at: number, flags: PatternFlags): Translated {
  const sign = pattern[at];
  if (sign === '\\') return escapeSource(pattern, at, flags);
  if (sign === '[') return classSource(pattern, at, flags);
  if (sign === '(') return groupSource(pattern, at);
  if (sign === '{') return repetitionSource(pattern, at);
  const ignored = flags.isVerbose ? /^(?:\s+|#[^\n]*)/.exec(pattern.slice(at))?.[0] : undefined;
  if (ignored !== undefined) return { source: '', next: at + ignored.length };
  return { source: anchorSource(sign, flags), next: at + 1 };
}

/** What stands for itself in Python but not in JavaScript, and the reverse. */
function anchorSource(sign: string, { isMultiline, dotMatchesAll }: PatternFlags): string {
  if (sign === '.') return dotMatchesAll ? '[\\s\\S]' : '[^\\n]';
  if (sign === '^') return isMultiline ? '(?<![^\\n])' : '(?<![\\s\\S])';
  if (sign === '$') return isMultiline ? '(?![^\\n])' : '(?=\\n?(?![\\s\\S]))';
  return sign === ']' || sign === '}' ? `\\${sign}` : sign;
}

const GROUP_NAME = /^\(\?P<([\p{L}_][\p{L}\p{N}_]*)>/u;
const GROUP_REFERENCE = /^\(\?P=([\p{L}_][\p{L}\p{N}_]*)\)/u;
const COMMENT = /^\(\?#[^)]*\)/;
const PLAIN_GROUP = /^\((?:\?(?::|=|!|<[=!]))?(?!\?)/;

function groupSource(pattern: string, at: number): Translated {
  const rest = pattern.slice(at);
  const found = (match: RegExpExecArray, source: string): Translated => ({
    source,
    next: at + match[0].length
  });
  const name = GROUP_NAME.exec(rest);
  if (name) return found(name, `(?<${name[1]}>`);
  const reference = GROUP_REFERENCE.exec(rest);
  if (reference) return found(reference, `\\k<${reference[1]}>`);
  const comment = COMMENT.exec(rest);
  if (comment) return found(comment, '');
  const plain = PLAIN_GROUP.exec(rest);
  if (plain) return found(plain, plain[0]);
  throw new PatternError(`${rest.slice(0, 4)} at ${at} is not supported`);
}

const REPETITION = /^\{(?!\})(\d*)(,(\d*))?\}/;

/** Braces around no numbers stand for themselves; `{,3}` is up to three. */
function repetitionSource(pattern: string, at: number): Translated {
  const match = REPETITION.exec(pattern.slice(at));
  if (!match) return { source: '\\{', next: at + 1 };
  const [text, least, range, most] = match;
  const upTo = range === undefined ? '' : `,${most}`;
  return { source: `{${least || '0'}${upTo}}`, next: at + text.length };
}
