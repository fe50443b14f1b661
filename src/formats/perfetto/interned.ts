import { FIRST_HASH } from '../../base/text';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { INTERNED_TEXT, CALLSTACK, FRAME, INTERNED } from './perfettoSchema';
import { type ProtobufReader, Wire } from '../shared/protobufReader';
import { type ImportedTexts, TextForm } from '../shared/imported/importedTexts';
import { FrameKind } from '../../model/profile/profile';

/** Numbers that one sequence may give to things of a kind. */
const MAX_INTERNED = 1 << 20;

/** The rows of a kind of things, by the number that each has in its sequence. */
export type InternedRows = Map<number, number>;

/** Keeps the row of a number; a sequence with too many of them gets a note. */
function keepInterned(
  into: InternedRows,
  number: number,
  row: number,
  { notes }: ImportedTrace
): void {
  if (into.size < MAX_INTERNED) into.set(number, row);
  else notes.add('interned');
}

/** Keeps the interned text that the reader is at the beginning of. */
export function internText(reader: ProtobufReader, into: InternedRows, trace: ImportedTrace): void {
  let number = 0;
  let text = 0;
  while (reader.next()) {
    if (reader.field === INTERNED_TEXT.iid) number = reader.uint();
    else if (reader.field === INTERNED_TEXT.text) text = textIndex(reader, trace.texts);
    else reader.skip();
  }
  keepInterned(into, number, text, trace);
}

// hot
/** The text of the current field, as an index. */
export function textIndex(reader: ProtobufReader, texts: ImportedTexts): number {
  const from = reader.content();
  const { bytes, at: to } = reader;
  let hash = FIRST_HASH;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return texts.ofBytes(from, to, hash, TextForm.plain);
}

/** Frames that one stack may have. */
export const MAX_DEPTH = 10_000;

/** Functions, frames and stacks of a sequence; each by the number that it has there. */
export class InternedStacks {
  readonly #functions: InternedRows = new Map();
  readonly #files: InternedRows = new Map();
  readonly #frames: InternedRows = new Map();
  readonly #stacks: InternedRows = new Map();

  constructor(private readonly trace: ImportedTrace) {}

  /** The row of the stack with a number; undefined if unknown. */
  stack(number: number): number | undefined {
    return this.#stacks.get(number);
  }

  /** Takes an entry of interned data that the reader is at the beginning of. */
  intern(reader: ProtobufReader, field: number): void {
    if (field === INTERNED.functionNames) internText(reader, this.#functions, this.trace);
    else if (field === INTERNED.sourcePaths) internText(reader, this.#files, this.trace);
    else if (field === INTERNED.frames) this.#internFrame(reader);
    else if (field === INTERNED.callstacks) this.#internStack(reader);
  }

  #internFrame(reader: ProtobufReader): void {
    const found = { number: 0, name: 0, file: 0, line: 0 };
    while (reader.next()) {
      const value = reader.uint();
      if (reader.field === FRAME.iid) found.number = value;
      else if (reader.field === FRAME.functionNameId) found.name = this.#functions.get(value) ?? 0;
      else if (reader.field === FRAME.sourcePathIid) found.file = this.#files.get(value) ?? 0;
      else if (reader.field === FRAME.line) found.line = value % 2 ** 32;
    }
    const { number, name, file, line } = found;
    const kind = file === 0 ? FrameKind.native : FrameKind.user;
    const row = this.trace.samples.stacks.frame({ name, file, line, column: 0, kind });
    keepInterned(this.#frames, number, row, this.trace);
  }

  /** Frames are from the root on. */
  #internStack(reader: ProtobufReader): void {
    const { stacks } = this.trace.samples;
    let number = 0;
    let row = -1;
    let depth = 0;
    const push = (frame: number): void => {
      const known = this.#frames.get(frame);
      if (known !== undefined && ++depth <= MAX_DEPTH) row = stacks.stack(row, known);
    };
    while (reader.next()) {
      if (reader.field === CALLSTACK.iid) number = reader.uint();
      else if (reader.field === CALLSTACK.frameIds) reader.numbers(Wire.varint, push);
      else reader.skip();
    }
    if (row >= 0) keepInterned(this.#stacks, number, row, this.trace);
  }
}
