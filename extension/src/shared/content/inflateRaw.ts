/**
 * Undoes a raw DEFLATE stream by the browser's own decoder. Stops as soon as more than `rawBytes`
 * come out, so that a small input cannot fill the memory.
 *
 * @throws RangeError when more comes out; an error of the browser's when the stream is damaged or
 *   cut off.
 */
export async function inflateRaw(bytes: Uint8Array, rawBytes: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const reader = readable.getReader();
  const [raw] = await Promise.all([collect(reader, rawBytes), feed(writable, bytes)]);
  return raw;
}

async function feed(writable: WritableStream<BufferSource>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(bytes as Uint8Array<ArrayBuffer>);
  await writer.close();
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  rawBytes: number
): Promise<Uint8Array> {
  const raw = new Uint8Array(rawBytes);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return raw.subarray(0, length);
    if (length + value.length > rawBytes) {
      const error = new RangeError(`More than ${rawBytes} bytes come out of the DEFLATE stream.`);
      await reader.cancel(error);
      throw error;
    }
    raw.set(value, length);
    length += value.length;
  }
}
