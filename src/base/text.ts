/** The hash of no bytes: FNV's offset basis. A byte is mixed in by `Math.imul(hash ^ byte, 0x01000193)`. */
export const FIRST_HASH = 0x811c9dc5 | 0;

/** `1 slice`, `2 slices`; `pluralForm` for words that do not just add an s. */
export function plural(count: number, word: string, pluralForm = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : pluralForm}`;
}

/** A change with its sign, `+12 ms` or `−12 ms`; `format` writes its size. */
export function signedText(change: number, format: (size: number) => string): string {
  return `${change < 0 ? '−' : '+'}${format(Math.abs(change))}`;
}

/** A whole number with commas between thousands: `4,000,000`. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

const DURATION_UNITS = [
  { size: 1e9, name: 's' },
  { size: 1e6, name: 'ms' },
  { size: 1e3, name: 'µs' }
] as const;

/** A duration in its natural unit with three significant digits: `1.23 ms`, `45.6 s`, `120 ns`. */
export function formatDuration(ns: number): string {
  return formatScaled(ns, DURATION_UNITS, 'ns');
}

const BYTE_UNITS = [
  { size: 1e9, name: 'GB' },
  { size: 1e6, name: 'MB' },
  { size: 1e3, name: 'kB' }
] as const;

/** A size in decimal units with three significant digits: `1.23 MB`, `45 B`. */
export function formatBytes(bytes: number): string {
  return formatScaled(bytes, BYTE_UNITS, 'B');
}

interface ScaledUnit {
  readonly size: number;
  readonly name: string;
}

function formatScaled(value: number, units: readonly ScaledUnit[], base: string): string {
  const size = Math.abs(value);
  const unit = units.find(({ size: unitSize }) => size >= unitSize * 0.9995);
  if (unit === undefined) return `${String(Math.round(value))} ${base}`;
  const scaled = value / unit.size;
  return `${scaled.toFixed(decimalsFor(Math.abs(scaled)))} ${unit.name}`;
}

function decimalsFor(size: number): number {
  if (size < 9.995) return 2;
  return size < 99.95 ? 1 : 0;
}

/** `a`, `a or b`, `a, b or c`; `conjunction` takes the place of "or". */
export function joinWords(words: readonly string[], conjunction = 'or'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`;
}

/** Orders texts by their UTF-16 units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Longest word that {@link nearestName} compares; longer ones are nobody's misspelling. */
const MAX_COMPARED_LENGTH = 64;

/**
 * The candidate with the smallest edit distance to `word`, ignoring case, or null if none is close
 * enough to be the intended word. Ties go to the earlier candidate.
 */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  if (word.length > MAX_COMPARED_LENGTH) return null;
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const distance = editDistance(wanted, known);
    const isClose = distance <= allowedEdits(wanted, known);
    if (isClose && distance < bestDistance && distance < Math.max(word.length, known.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` Did you mean …?`, with {@link nearestName} of `word`; empty if there is none. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const nearest = nearestName(word, candidates);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}

/** A third of the word, at least two edits: one where a short word does not even begin alike. */
function allowedEdits(word: string, candidate: string): number {
  const isAlike = word.length > 4 || word.startsWith(candidate) || candidate.startsWith(word);
  return Math.max(isAlike ? 2 : 1, Math.floor(word.length / 3));
}

/**
 * Fewest insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (the
 * optimal string alignment distance). Takes time and memory in `a.length × b.length`.
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const distance = new Uint32Array((a.length + 1) * width);
  for (let j = 0; j < width; j++) distance[j] = j;
  for (let i = 1; i <= a.length; i++) {
    distance[i * width] = i;
    for (let j = 1; j < width; j++) distance[i * width + j] = alignmentCost(distance, a, b, i, j);
  }
  return distance[distance.length - 1];
}

function alignmentCost(distance: Uint32Array, a: string, b: string, i: number, j: number): number {
  const width = b.length + 1;
  const at = i * width + j;
  const replaced = distance[at - width - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
  const cost = Math.min(distance[at - width] + 1, distance[at - 1] + 1, replaced);
  const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return swapped ? Math.min(cost, distance[at - 2 * width - 2] + 1) : cost;
}

/** Code of TypeScript or C++ with a space in place of each comment; texts that look like comments go too. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ' ');
}

/** Different sentences one after the other, with a full stop between them where one is missing. */
export function joinSentences(sentences: readonly string[]): string {
  const different = [...new Set(sentences)].filter(text => text !== '');
  return different
    .map((text, at) => (at + 1 < different.length ? text.replace(/\.?$/, '.') : text))
    .join(' ');
}

/** A part of a URL without its escapes; as it is where they are wrong. */
export function withoutEscapes(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The C++ name that `name` stands for; `name` itself where it is not mangled, or cannot be demangled here. */
export type Demangle = (name: string) => string;
