import { encodingOf } from '../imported/fileStart';
import { TraceImportError } from '../imported/traceImportError';

/** Bytes of a file at most: all of it becomes a text. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A file as text: UTF-8, or UTF-16 with a byte order mark. @throws TraceImportError for one that is too large */
export function textDocument(bytes: Uint8Array): string {
  if (bytes.length > MAX_BYTES) {
    throw new TraceImportError(`it has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  }
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** The lines of a text one after another, without white space at their ends. */
export function* linesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    yield text.slice(from, to).trimEnd();
    from = to + 1;
  }
}
