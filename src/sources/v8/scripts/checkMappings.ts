const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const NO_DIGIT = 64;

/** By code of a character: its value as a digit of a mapping. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = DIGITS.indexOf(String.fromCharCode(code));
  return value < 0 ? NO_DIGIT : value;
});

/** Digits from this value on are followed by another one of the same number. */
const CONTINUED = 32;

/** Numbers that a mapping has: a column, with a place in a source, with a name. */
const LENGTHS: readonly number[] = [0, 1, 4, 5];

/**
 * Returns a source map whose mappings, with those of its sections, are written as the format has them.
 * Readers of source maps take any character for a digit and so find places that the map does not have.
 *
 * @throws TypeError for mappings that are not.
 */
export function checkMappings<M>(map: M): M {
  const parts: unknown[] = [map];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if ('mappings' in part && typeof part.mappings === 'string') checkText(part.mappings);
    if ('map' in part) parts.push(part.map);
    const sections: unknown = 'sections' in part ? part.sections : null;
    if (Array.isArray(sections)) parts.push(...(sections as unknown[]));
  }
  return map;
}

function checkText(mappings: string): void {
  let from = 0;
  for (let at = 0; at <= mappings.length; at++) {
    const character = mappings.charAt(at);
    if (character !== ',' && character !== ';' && character !== '') continue;
    checkSegment(mappings, from, at);
    from = at + 1;
  }
}

function checkSegment(mappings: string, from: number, to: number): void {
  let numbers = 0;
  let last = 0;
  for (let at = from; at < to; at++) {
    last = VALUES[mappings.charCodeAt(at)] ?? NO_DIGIT;
    if (last === NO_DIGIT) throw new TypeError(problemAt(at));
    if (last < CONTINUED) numbers++;
  }
  if (last >= CONTINUED || !LENGTHS.includes(numbers)) throw new TypeError(problemAt(to));
}

function problemAt(at: number): string {
  return `The mappings of a source map are damaged at character ${at + 1}`;
}
