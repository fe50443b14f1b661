import { growing } from './columns';
import type { FrameTable, StackTable } from './profile';

/** One function as {@link FrameTable} has it; `name` and `file` are string indices. */
export interface FrameRow {
  readonly name: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly kind: number;
}

/** Frames and stacks of all who know some, each distinct one once. */
export class StackBuilder {
  private readonly frameRows = new Map<string, number>();
  private readonly name = growing.uint32();
  private readonly file = growing.uint32();
  private readonly functionLine = growing.uint32();
  private readonly column = growing.uint32();
  private readonly kind = growing.uint8();
  private readonly stackRows = new Map<string, number>();
  private readonly prefix = growing.int32();
  private readonly ofFrame = growing.uint32();
  private readonly line = growing.uint32();

  /** The row of a function, new or known. */
  frame({ name, file, line, column, kind }: FrameRow): number {
    const key = `${name} ${file} ${line} ${column} ${kind}`;
    const known = this.frameRows.get(key);
    if (known !== undefined) return known;
    this.file.push(file);
    this.functionLine.push(line);
    this.column.push(column);
    this.kind.push(kind);
    const row = this.name.push(name);
    this.frameRows.set(key, row);
    return row;
  }

  /**
   * The row of the stack that has the row `frame` on top of the row `prefix`, -1 for a root, new or
   * known. `line` is the one-based line that the function was at, 0 when unknown.
   */
  stack(prefix: number, frame: number, line = 0): number {
    const key = `${prefix} ${frame} ${line}`;
    const known = this.stackRows.get(key);
    if (known !== undefined) return known;
    this.ofFrame.push(frame);
    this.line.push(line);
    const row = this.prefix.push(prefix);
    this.stackRows.set(key, row);
    return row;
  }

  /** The functions so far. */
  frames(): FrameTable {
    return {
      length: this.name.length,
      name: this.name.toColumn(),
      file: this.file.toColumn(),
      line: this.functionLine.toColumn(),
      column: this.column.toColumn(),
      kind: this.kind.toColumn()
    };
  }

  /** The stacks so far. */
  stacks(): StackTable {
    return {
      length: this.prefix.length,
      prefix: this.prefix.toColumn(),
      frame: this.ofFrame.toColumn(),
      line: this.line.toColumn()
    };
  }
}
