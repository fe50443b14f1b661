import { StringDecoder } from 'node:string_decoder';
import type { Display } from './display';

type Callback = (error?: Error | null) => void;

function redirect(stream: NodeJS.WriteStream, write: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  const replacement = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Callback,
    callback?: Callback
  ): boolean => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    if (text !== '') {
      write(text);
    }
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done !== undefined) {
      process.nextTick(done);
    }
    return true;
  };
  stream.write = replacement;
}

/**
 * Sends what the process writes to standard output and error elsewhere, for as long as cells run to
 * the cell that is speaking. The last call counts.
 */
export function redirectOutput(display: Pick<Display, 'write'>): void {
  redirect(process.stdout, text => display.write('stdout', text));
  redirect(process.stderr, text => display.write('stderr', text));
}
