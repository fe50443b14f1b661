import { unshared } from '../../shared/content/unshared';

/** `bytes` as a stream of that kind, as the browser compresses it. */
export async function compressed(
  bytes: Uint8Array,
  format: 'deflate-raw' | 'gzip'
): Promise<Uint8Array> {
  const stream = new Blob([unshared(bytes)]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
