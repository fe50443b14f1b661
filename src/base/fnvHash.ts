/** The hash of no bytes: FNV's offset basis. A byte is mixed in by `Math.imul(hash ^ byte, 0x01000193)`. */
export const FIRST_HASH = 0x811c9dc5 | 0;
