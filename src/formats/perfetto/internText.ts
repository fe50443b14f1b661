import { FIRST_HASH } from '../../base/fnvHash';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { INTERNED_TEXT } from './perfettoSchema';
import type { ProtobufReader } from '../shared/bytes/protobufReader';
import { type ImportedTexts, TextForm } from '../shared/imported/importedTexts';

/** Numbers that one sequence may give to things of a kind. */
const MAX_INTERNED = 1 << 20;

/** The rows of a kind of things, by the number that each has in its sequence. */
export type InternedRows = Map<number, number>;

/** Keeps the row of a number; a sequence with too many of them gets a note. */
export function keepInterned(
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
