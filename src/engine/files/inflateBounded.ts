import { inflateRawSync } from 'node:zlib';
import type { Inflate } from '../../formats/shared/bytes/compression';

/** Inflates with zlib to `rawBytes` at most. @throws Error for more, and for a damaged stream */
export const inflateBounded: Inflate = (bytes, rawBytes) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });
