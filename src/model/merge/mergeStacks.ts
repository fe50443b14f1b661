import { growing } from '../columns';
import type { FrameTable, StackTable } from '../profile';
import type { MergedPart } from './mergeContext';

/** Stacks and frames of all parts, each distinct one once. */
export interface MergedStacks {
  readonly stacks: StackTable;
  readonly frames: FrameTable;
  /** For each part the merged row of each of its stacks. */
  readonly stackRows: readonly Int32Array[];
}

/** Joins the call trees of all parts. */
export function mergeStacks(parts: readonly MergedPart[]): MergedStacks {
  const frames = new FrameMerger();
  const stacks = new StackMerger();
  const stackRows = parts.map(part => stacks.add(part.profile.stacks, frames.add(part)));
  return { stacks: stacks.table(), frames: frames.table(), stackRows };
}

class FrameMerger {
  private readonly rows = new Map<string, number>();
  private readonly name = growing.uint32();
  private readonly file = growing.uint32();
  private readonly line = growing.uint32();
  private readonly column = growing.uint32();
  private readonly kind = growing.uint8();

  /** Adds the frames of a part; returns their merged rows. */
  add({ profile: { frames }, rows: { strings } }: MergedPart): Uint32Array {
    const { length, name, file, line, column, kind } = frames;
    return Uint32Array.from({ length }, (_, row) =>
      this.row([strings[name[row]], strings[file[row]], line[row], column[row], kind[row]])
    );
  }

  table(): FrameTable {
    return {
      length: this.name.length,
      name: this.name.toColumn(),
      file: this.file.toColumn(),
      line: this.line.toColumn(),
      column: this.column.toColumn(),
      kind: this.kind.toColumn()
    };
  }

  private row(frame: readonly number[]): number {
    const key = frame.join(' ');
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const [name, file, line, column, kind] = frame;
    this.file.push(file);
    this.line.push(line);
    this.column.push(column);
    this.kind.push(kind);
    const row = this.name.push(name);
    this.rows.set(key, row);
    return row;
  }
}

class StackMerger {
  private readonly rows = new Map<string, number>();
  private readonly prefix = growing.int32();
  private readonly frame = growing.uint32();

  /** Adds stacks whose frames have the merged rows `frames`; returns their own merged rows. */
  add({ length, prefix, frame }: StackTable, frames: Uint32Array): Int32Array {
    const rows = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      rows[row] = this.row(prefix[row] < 0 ? -1 : rows[prefix[row]], frames[frame[row]]);
    }
    return rows;
  }

  table(): StackTable {
    return {
      length: this.prefix.length,
      prefix: this.prefix.toColumn(),
      frame: this.frame.toColumn()
    };
  }

  private row(prefix: number, frame: number): number {
    const key = `${prefix} ${frame}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    this.frame.push(frame);
    const row = this.prefix.push(prefix);
    this.rows.set(key, row);
    return row;
  }
}
