import { StringDecoder } from 'node:string_decoder';
import { intrinsics } from 'kernelscope/host';
import type { Display } from './display';

type Callback = (error?: Error | null) => void;

const TEXT_ENCODINGS: readonly string[] = ['utf8', 'utf-8', 'utf16le', 'utf-16le', 'ucs2', 'ucs-2'];

/** As it was before cells could replace it. */
const nextTick = process.nextTick.bind(process);

/** The text of a chunk; bytes that end within a character wait for the next chunk. */
function textOf(
  chunk: string | Uint8Array,
  encoding: BufferEncoding,
  decoder: StringDecoder
): string {
  if (typeof chunk === 'string' && encoding === 'utf8') {
    return chunk;
  }
  return intrinsics.own(() => decodedText(chunk, encoding, decoder));
}

function decodedText(
  chunk: string | Uint8Array,
  encoding: BufferEncoding,
  decoder: StringDecoder
): string {
  if (typeof chunk !== 'string') {
    return decoder.write(Buffer.from(chunk));
  }
  return TEXT_ENCODINGS.includes(encoding) ? chunk : decoder.write(Buffer.from(chunk, encoding));
}

function redirect(stream: NodeJS.WriteStream, write: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  const replacement = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Callback,
    callback?: Callback
  ): boolean => {
    const text = textOf(chunk, typeof encoding === 'string' ? encoding : 'utf8', decoder);
    if (text !== '') {
      write(text);
    }
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done !== undefined) {
      nextTick(done);
    }
    return true;
  };
  stream.write = replacement;
}

/**
 * Sends the process's standard output and error to `display` instead, which passes them to the cell
 * that is writing. The last call counts.
 */
export function redirectOutput(display: Pick<Display, 'write'>): void {
  redirect(process.stdout, text => display.write('stdout', text));
  redirect(process.stderr, text => display.write('stderr', text));
}
