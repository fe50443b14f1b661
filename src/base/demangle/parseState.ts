import type { Node } from './nodes';

/** The text is no mangled name, or one that goes beyond what is read here. */
export class NotMangled extends Error {}

/** Nesting beyond which a text is not read: no real name comes near it. */
const MAX_DEPTH = 256;
/** Nodes that one name may have. */
const MAX_NODES = 100_000;

/** The rules of the grammar that call each other across files. */
export interface Rules {
  encoding(state: ParseState, place: 'outermost' | 'inner'): Node;
  name(state: ParseState): Node;
  unqualifiedName(state: ParseState): Node;
  type(state: ParseState): Node;
  parameters(state: ParseState): Node[];
  templateArgs(state: ParseState): Node[];
  templateParameter(state: ParseState): Node;
  expression(state: ParseState): Node;
  primary(state: ParseState): Node;
}

/** A position in a mangled name, with what was read before it. */
export class ParseState {
  at = 0;
  /** The name that a constructor here would have. */
  lastName = '';
  /** True within the type of a conversion operator, whose template arguments are to come. */
  inConversion = false;
  readonly substitutions: Node[] = [];
  private depth = 0;
  private nodes = 0;

  constructor(
    readonly text: string,
    readonly rules: Rules
  ) {}

  /** The character here, or '' at the end. */
  get peek(): string {
    return this.text.charAt(this.at);
  }

  /** The character after {@link peek}. */
  get peekNext(): string {
    return this.text.charAt(this.at + 1);
  }

  /** The character here, which is read. */
  next(): string {
    return this.text.charAt(this.at++);
  }

  /** Reads `wanted` if it stands here. */
  accept(wanted: string): boolean {
    if (!this.text.startsWith(wanted, this.at)) return false;
    this.at += wanted.length;
    return true;
  }

  /** Reads `wanted`. @throws NotMangled where it does not stand here. */
  expect(wanted: string): void {
    if (!this.accept(wanted)) throw new NotMangled();
  }

  /** Reads what a sticky pattern matches here; its text, or '' for nothing. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Reads a decimal number. @throws NotMangled where none stands. */
  number(): number {
    const digits = this.match(/\d+/y);
    const value = Number(digits);
    if (digits === '' || !Number.isSafeInteger(value)) throw new NotMangled();
    return value;
  }

  /** Reads `_` as 0 and `N_` as N + 1, as lambdas and parameters are numbered. */
  compactNumber(): number {
    const value = this.peek === '_' ? 0 : this.number() + 1;
    this.expect('_');
    return value;
  }

  /** Remembers `node` for the substitutions `S…_`, and returns it. */
  remember(node: Node): Node {
    this.substitutions.push(node);
    return node;
  }

  /** `rule()` one level deeper. @throws NotMangled beyond the depth and size of real names. */
  nested<T>(rule: () => T): T {
    if (++this.depth > MAX_DEPTH || ++this.nodes > MAX_NODES) throw new NotMangled();
    const result = rule();
    this.depth--;
    return result;
  }
}
