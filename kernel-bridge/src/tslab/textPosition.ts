/** UTF-16 offset of a position that a client counted in Unicode characters. */
export function toUtf16(text: string, characters: number): number {
  let offset = 0;
  for (let count = 0; count < characters && offset < text.length; count += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Unicode characters before a UTF-16 offset, as clients count positions. */
export function toCharacters(text: string, offset: number): number {
  return Array.from(text.slice(0, offset)).length;
}
