import { classEscapeSource } from './escapes';
import { PatternError } from './patternError';
import type { PatternFlags, Translated } from './translated';

/** The characters between the brackets that open at `at`; a `]` at the front stands for itself. */
export function classSource(pattern: string, at: number, flags: PatternFlags): Translated {
  const isNegated = pattern[at + 1] === '^';
  const first = at + (isNegated ? 2 : 1);
  let source = '';
  for (let next = first; next < pattern.length;) {
    if (pattern[next] === ']' && next > first) {
      return { source: `[${isNegated ? '^' : ''}${source}]`, next: next + 1 };
    }
    const piece = memberSource(pattern, next, flags);
    source += piece.source;
    next = piece.next;
  }
  throw new PatternError(`[ at ${at} is never closed`);
}

function memberSource(pattern: string, at: number, flags: PatternFlags): Translated {
  const sign = pattern[at];
  if (sign === '\\') return classEscapeSource(pattern, at, flags);
  const isSpecial = sign === ']' || sign === '^' || sign === '[';
  return { source: isSpecial ? `\\${sign}` : sign, next: at + 1 };
}
