import { FIRST_HASH } from '../../../base/fnvHash';
import { type ImportedTexts, TextForm } from '../../shared/imported/importedTexts';
import type { ProtobufReader } from '../../shared/bytes/protobufReader';

// hot
/** The text of the current field, as an index. */
export function textIndex(reader: ProtobufReader, texts: ImportedTexts): number {
  const from = reader.content();
  const { bytes, at: to } = reader;
  let hash = FIRST_HASH;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return texts.ofBytes(from, to, hash, TextForm.plain);
}
