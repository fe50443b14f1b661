import { growing } from '../profile/columns';
import type { FrameTable, StackTable } from '../profile/profile';
import { TripleRows } from './tripleRows';

/** One function as {@link FrameTable} has it; `name` and `file` are string indices. */
export interface FrameRow {
  readonly name: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly kind: number;
}

const TWICE = 'The profile has a function or a stack twice';

/** Frames and stacks from several sources, each distinct one once. */
export class StackBuilder {
  readonly #frameRows = new Map<string, number>();
  readonly #name = growing.uint32();
  readonly #file = growing.uint32();
  readonly #functionLine = growing.uint32();
  readonly #column = growing.uint32();
  readonly #kind = growing.uint8();
  /** Prefix, frame and line of each stack; of functions that are awaited all bits of the line are turned round. */
  readonly #stackRows = new TripleRows();

  /**
   * The builder of frames and stacks that are known, which keep their rows.
   *
   * @throws Error where one is there twice
   */
  static of(frames: FrameTable, stacks: StackTable): StackBuilder {
    const builder = new StackBuilder();
    for (let row = 0; row < frames.length; row++) {
      const { name, file, line, column, kind } = frames;
      const at = { name: name[row], file: file[row], line: line[row], column: column[row] };
      if (builder.frame({ ...at, kind: kind[row] }) !== row) throw new Error(TWICE);
    }
    for (let row = 0; row < stacks.length; row++) {
      const { prefix, frame, line, isAwaited } = stacks;
      const added = builder.stack(prefix[row], frame[row], line[row], isAwaited[row] === 1);
      if (added !== row) throw new Error(TWICE);
    }
    return builder;
  }

  /** The row of a function, new or known. */
  frame({ name, file, line, column, kind }: FrameRow): number {
    const key = `${name} ${file} ${line} ${column} ${kind}`;
    const known = this.#frameRows.get(key);
    if (known !== undefined) return known;
    this.#file.push(file);
    this.#functionLine.push(line);
    this.#column.push(column);
    this.#kind.push(kind);
    const row = this.#name.push(name);
    this.#frameRows.set(key, row);
    return row;
  }

  /**
   * The row of the stack that has the row `frame` on top of the row `prefix`, -1 for a root, new or
   * known. `line` is the one-based line that the function was at, 0 when unknown. `isAwaited` if it goes on after a wait,
   * and that of `prefix` awaits it.
   */
  stack(prefix: number, frame: number, line = 0, isAwaited = false): number {
    return this.#stackRows.row(prefix, frame, isAwaited ? ~line : line);
  }

  /**
   * The file, a string index, and line of the innermost function of a kind on the stack `row`; null if
   * there is none.
   */
  innermost(row: number, kind: number): Pick<FrameRow, 'file' | 'line'> | null {
    for (let at = row; at >= 0; at = this.#stackRows.at(at, 0)) {
      const frame = this.#stackRows.at(at, 1);
      if (this.#kind.at(frame) !== kind) continue;
      return { file: this.#file.at(frame), line: lineOf(this.#stackRows.at(at, 2)) };
    }
    return null;
  }

  /** The row of the stack below the innermost function of `row`, or -1. */
  callerOf(row: number): number {
    return this.#stackRows.at(row, 0);
  }

  /** The row of the innermost function of the stack `row`. */
  frameOf(row: number): number {
    return this.#stackRows.at(row, 1);
  }

  /** The line on which the function of the row `frame` begins. */
  lineOfFunction(frame: number): number {
    return this.#functionLine.at(frame);
  }

  /** The row of the innermost function on the stack `row` that is of one of these kinds, or -1. */
  within(row: number, kinds: ReadonlySet<number>): number {
    let at = row;
    while (at >= 0 && !kinds.has(this.#kind.at(this.#stackRows.at(at, 1)))) {
      at = this.#stackRows.at(at, 0);
    }
    return at;
  }

  /** The number of stacks so far. */
  get stackCount(): number {
    return this.#stackRows.length;
  }

  /** The functions so far. */
  frames(): FrameTable {
    return {
      length: this.#name.length,
      name: this.#name.toColumn(),
      file: this.#file.toColumn(),
      line: this.#functionLine.toColumn(),
      column: this.#column.toColumn(),
      kind: this.#kind.toColumn()
    };
  }

  /** The stacks so far. */
  stacks(): StackTable {
    const { length } = this.#stackRows;
    const lines = this.#stackRows.column(2, new Int32Array(length));
    return {
      length,
      prefix: this.#stackRows.column(0, new Int32Array(length)),
      frame: this.#stackRows.column(1, new Uint32Array(length)),
      line: Uint32Array.from(lines, lineOf),
      isAwaited: Uint8Array.from(lines, line => Number(line < 0))
    };
  }
}

const lineOf = (line: number): number => (line < 0 ? ~line : line);
