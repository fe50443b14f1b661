import { encodeKscope } from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import { unshared } from '../../shared/elements/download';

/**
 * `profile` as a compressed `.kscope` file. Browsers compress in streams only and the encoder wants
 * it done at once, so it runs twice: to collect what is to be compressed, and to put it in place.
 */
export async function compressedKscope(profile: Profile): Promise<Uint8Array> {
  const contents: Uint8Array[] = [];
  const deflate = (content: Uint8Array): Uint8Array => {
    contents.push(content);
    return content;
  };
  encodeKscope(profile, { deflate });
  const deflated: Uint8Array[] = [];
  for (const content of contents) deflated.push(await compressed(content, 'deflate-raw'));
  let next = 0;
  return encodeKscope(profile, { deflate: () => deflated[next++] });
}

/** `bytes` as a stream of that kind, as the browser compresses it. */
export async function compressed(
  bytes: Uint8Array,
  format: 'deflate-raw' | 'gzip'
): Promise<Uint8Array> {
  const stream = new Blob([unshared(bytes)]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
