import { FrameKind } from '../../../model/profile/profile';
import { CALLSTACK, FRAME, INTERNED, INTERNED_TEXT } from '../schema/perfettoSchema';
import type { ImportedTrace } from '../../shared/imported/importedTrace';
import type { ProtobufReader } from './protobufReader';
import { Wire } from './protobufReader';
import { textIndex } from './protobufText';

/** Numbers that one sequence may give to things of a kind. */
export const MAX_INTERNED = 1 << 20;

/** Frames that one stack may have. */
const MAX_DEPTH = 10_000;

/** Functions, frames and stacks of a sequence; each by the number that it has there. */
export class InternedStacks {
  private readonly functions = new Map<number, number>();
  private readonly files = new Map<number, number>();
  private readonly frames = new Map<number, number>();
  private readonly stacks = new Map<number, number>();

  constructor(private readonly trace: ImportedTrace) {}

  /** Forgets everything. */
  clear(): void {
    for (const known of [this.functions, this.files, this.frames, this.stacks]) known.clear();
  }

  /** The row of the stack with a number; undefined if unknown. */
  stack(number: number): number | undefined {
    return this.stacks.get(number);
  }

  /** Takes an entry of interned data that the reader is at the beginning of. */
  intern(reader: ProtobufReader, field: number): void {
    if (field === INTERNED.functionNames) this.internText(reader, this.functions);
    else if (field === INTERNED.sourcePaths) this.internText(reader, this.files);
    else if (field === INTERNED.frames) this.internFrame(reader);
    else if (field === INTERNED.callstacks) this.internStack(reader);
  }

  private internText(reader: ProtobufReader, into: Map<number, number>): void {
    let number = 0;
    let text = 0;
    while (reader.next()) {
      if (reader.field === INTERNED_TEXT.iid) number = reader.uint();
      else if (reader.field === INTERNED_TEXT.text) text = textIndex(reader, this.trace.texts);
      else reader.skip();
    }
    this.keep(into, number, text);
  }

  private internFrame(reader: ProtobufReader): void {
    const found = { number: 0, name: 0, file: 0, line: 0 };
    while (reader.next()) {
      const value = reader.uint();
      if (reader.field === FRAME.iid) found.number = value;
      else if (reader.field === FRAME.functionNameId) found.name = this.functions.get(value) ?? 0;
      else if (reader.field === FRAME.sourcePathIid) found.file = this.files.get(value) ?? 0;
      else if (reader.field === FRAME.line) found.line = value % 2 ** 32;
    }
    const { number, name, file, line } = found;
    const kind = file === 0 ? FrameKind.native : FrameKind.user;
    const row = this.trace.samples.stacks.frame({ name, file, line, column: 0, kind });
    this.keep(this.frames, number, row);
  }

  /** Frames are from the root on. */
  private internStack(reader: ProtobufReader): void {
    const { stacks } = this.trace.samples;
    let number = 0;
    let row = -1;
    let depth = 0;
    const push = (frame: number): void => {
      const known = this.frames.get(frame);
      if (known !== undefined && ++depth <= MAX_DEPTH) row = stacks.stack(row, known);
    };
    while (reader.next()) {
      if (reader.field === CALLSTACK.iid) number = reader.uint();
      else if (reader.field === CALLSTACK.frameIds) reader.numbers(Wire.varint, push);
      else reader.skip();
    }
    if (row >= 0) this.keep(this.stacks, number, row);
  }

  private keep(into: Map<number, number>, number: number, row: number): void {
    if (into.size < MAX_INTERNED) into.set(number, row);
    else this.trace.notes.add('interned');
  }
}
