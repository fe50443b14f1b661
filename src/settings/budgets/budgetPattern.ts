/** Repetitions without an upper bound that a pattern may have. */
const MOST_REPETITIONS = 3;

/** Why `source` is not a usable regular expression for names, or null if it is one. */
export function patternProblem(source: string, flags: string): string | null {
  if (!/^[imsu]*$/.test(flags)) return 'Flags of a regular expression are i, m, s and u.';
  try {
    new RegExp(source, flags);
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'This is not a regular expression.';
  }
  return slowness(source);
}

/** A group being parsed: the whole pattern, or the content of parentheses. */
interface Group {
  /** Matches texts of several lengths, or one text in several ways. */
  isVariable: boolean;
}

/**
 * Why matching could take too long. Time that is exponential in the length of a name needs a repeated
 * group that matches in several ways, such as `(a+)+` or `(a|a)*`: all of these are refused. The rest
 * takes polynomial time, whose degree is the number of repetitions.
 */
function slowness(source: string): string | null {
  const open: Group[] = [{ isVariable: false }];
  let repetitions = 0;
  for (const { element, quantifier } of piecesOf(source)) {
    const closed = element === ')' ? open.pop() : undefined;
    const isOfSeveral = closed?.isVariable === true;
    if (isOfSeveral && quantifier !== '' && quantifier !== '?') return NESTED;
    if (isUnbounded(quantifier)) repetitions++;
    const group = open[open.length - 1];
    group.isVariable ||= isOfSeveral || quantifier !== '' || element === '|';
    if (element.startsWith('(')) open.push({ isVariable: false });
  }
  return repetitions > MOST_REPETITIONS ? TOO_MANY : null;
}

const NESTED =
  'This could take very long: a group that is repeated may hold no |, ?, *, + and no {…}.';
const TOO_MANY = `This could take very long: write at most ${MOST_REPETITIONS} of *, + and {n,}.`;

interface Piece {
  /** A character, an escape, a class, a parenthesis or a bar. */
  readonly element: string;
  /** The quantifier after it; empty for once. */
  readonly quantifier: string;
}

const ELEMENT = /\\[^]|\[(?:[^\]\\]|\\[^])*\]|\((?:\?(?::|<?[=!]|<[^>]*>))?|[^]/y;
const QUANTIFIER = /[*+?]|\{\d+(?:,\d*)?\}/y;

/** The pieces of a regular expression, which is a valid one, in order. */
function* piecesOf(source: string): Generator<Piece> {
  for (let at = 0; at < source.length;) {
    const element = textAt(ELEMENT, source, at);
    at += element.length;
    const isOpen = element.startsWith('(') || element === '|';
    const quantifier = isOpen ? '' : textAt(QUANTIFIER, source, at);
    at += quantifier.length;
    yield { element, quantifier };
  }
}

function textAt(pattern: RegExp, source: string, at: number): string {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(source)?.[0] ?? '';
}

/** A bound as high as a name is long is none. */
function isUnbounded(quantifier: string): boolean {
  if (quantifier === '*' || quantifier === '+') return true;
  const [, least = '0', most = least] = /^\{(\d+),?(\d*)\}$/.exec(quantifier) ?? [];
  return quantifier.startsWith('{') && (quantifier.endsWith(',}') || Number(most || least) > 16);
}
