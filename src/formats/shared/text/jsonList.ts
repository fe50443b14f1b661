import type { JsonWriter } from './jsonWriter';

/** Behind each item that is not the last one: a comma and a line end. */
export const ITEM_END = ',\n';

/** Writes a JSON array; `write` ends each of its items with {@link ITEM_END}. */
export function writeList(writer: JsonWriter, write: () => void): void {
  writer.raw('[\n');
  const before = writer.length;
  write();
  if (writer.length > before) writer.unwrite(ITEM_END.length);
  writer.raw('\n]');
}
