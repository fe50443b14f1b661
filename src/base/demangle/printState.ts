import type { Node } from './nodes';
import { NotMangled } from './parseState';

/** Characters that a demangled name may have; longer ones stay as they are. */
const MAX_LENGTH = 64_000;
/** Nodes that may be written: substitutions can name one node any number of times. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 512;

/** Template arguments in force, and those around them. */
export interface Scope {
  readonly args: readonly Node[];
  readonly outer: Scope | null;
}

/** Writers that call each other across files. */
export interface Writers {
  /** What stands before a declared name, which for most nodes is all. */
  before(state: PrintState, node: Node): void;
  /** What stands behind a declared name: parameters, array bounds. */
  after(state: PrintState, node: Node): void;
}

/** The text so far, and what parameters of templates stand for. */
export class PrintState {
  text = '';
  scope: Scope | null = null;
  /** The template being written, for the type of its conversion operator. */
  template: readonly Node[] | null = null;
  /** Which element of packs is meant; -1 for all. */
  packIndex = 0;
  /** Within the parameters of a lambda template parameters are `auto`. */
  inLambda = false;
  private steps = 0;
  private depth = 0;

  constructor(readonly writers: Writers) {}

  /** Appends `text`. @throws NotMangled beyond the length of real names. */
  write(text: string): void {
    this.text += text;
    if (this.text.length > MAX_LENGTH) throw new NotMangled();
  }

  /** Writes the whole of `node`. */
  print(node: Node): void {
    this.before(node);
    this.after(node);
  }

  /** Writes what stands before the declared name. */
  before(node: Node): void {
    this.step(() => this.writers.before(this, node));
  }

  /** Writes what stands behind the declared name. */
  after(node: Node): void {
    this.step(() => this.writers.after(this, node));
  }

  /**
   * Writes `items` between commas; packs without elements at the end leave no comma. False if there
   * were such packs: GNU tools then close template arguments without a space.
   */
  list(items: readonly Node[]): boolean {
    let end = this.text.length;
    items.forEach((item, index) => {
      if (index > 0) this.write(', ');
      const start = this.text.length;
      this.print(item);
      if (this.text.length > start) end = this.text.length;
    });
    const isWhole = end === this.text.length;
    this.text = this.text.slice(0, end);
    return isWhole;
  }

  /** Writes `items` as the arguments of a template. */
  templateArgs(items: readonly Node[]): void {
    this.write(this.text.endsWith('<') ? ' <' : '<');
    const isWhole = this.list(items);
    this.write(isWhole && this.text.endsWith('>') ? ' >' : '>');
  }

  /** `action` with `scope` in force. */
  within<T>(scope: Scope | null, action: () => T): T {
    const before = this.scope;
    this.scope = scope;
    const result = action();
    this.scope = before;
    return result;
  }

  /** `action` on what `node` stands for, with the arguments in force there. */
  resolved<T>(node: Node, action: (node: Node) => T): T {
    if (node.kind !== 'parameter' || this.inLambda) return action(node);
    const { scope } = this;
    const arg = scope?.args.at(node.index);
    if (scope === null || arg === undefined) throw new NotMangled();
    const found = arg.kind === 'pack' && this.packIndex >= 0 ? arg.items.at(this.packIndex) : arg;
    if (found === undefined) throw new NotMangled();
    return this.step(() => this.within(scope.outer, () => this.resolved(found, action)));
  }

  /** `action` on one more node, one level deeper. @throws NotMangled beyond what real names take. */
  step<T>(action: () => T): T {
    if (++this.steps > MAX_STEPS || ++this.depth > MAX_DEPTH) throw new NotMangled();
    const result = action();
    this.depth--;
    return result;
  }
}
