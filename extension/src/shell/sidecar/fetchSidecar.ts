import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { BundleSidecar } from 'kernelscope/model';
import { createPause } from '../../shared/elements/pause';
import type { FileRequest } from './fileRequest';
import { MAX_SIDECAR_BYTES, SidecarError } from './sidecarError';

/** The request of {@link fetchSidecar}. */
export interface FetchSidecarOptions {
  readonly url: string;
  /** The expected size and hash of the file. */
  readonly sidecar: BundleSidecar;
  readonly request: FileRequest;
  readonly signal: AbortSignal;
  /** Called as bytes arrive, with how many there are. */
  readonly onProgress: (receivedBytes: number) => void;
}

/**
 * The bytes of the file beside the notebook, which are exactly the ones that the output speaks of.
 * Reading stops at the first byte too many. The hash is computed here, as bytes arrive:
 * `crypto.subtle` is absent on plain http.
 *
 * @throws SidecarError; DOMException `AbortError` when `signal` says so.
 */
export async function fetchSidecar(options: FetchSidecarOptions): Promise<Uint8Array> {
  const { sidecar, request, url, signal } = options;
  if (sidecar.sizeBytes > MAX_SIDECAR_BYTES) throw new SidecarError({ type: 'tooLarge' });
  const body = await responseBody(await orUnreachable(request(url, signal), signal));
  return readBody(body, options);
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  { sidecar, signal, onProgress }: FetchSidecarOptions
): Promise<Uint8Array> {
  const reader = body.getReader();
  const bytes = new Uint8Array(sidecar.sizeBytes);
  const hash = sha256.create();
  const pause = createPause(signal);
  let received = 0;
  for (;;) {
    await pause();
    const { done, value } = await orUnreachable(reader.read(), signal);
    if (done) break;
    if (received + value.length > bytes.length) {
      await reader.cancel();
      throw new SidecarError({ type: 'changed' });
    }
    bytes.set(value, received);
    hash.update(value);
    received += value.length;
    onProgress(received);
  }
  if (received < bytes.length) throw new SidecarError({ type: 'cutOff', sizeBytes: received });
  if (bytesToHex(hash.digest()) !== sidecar.sha256) throw new SidecarError({ type: 'changed' });
  return bytes;
}

/** Whatever fails on the way is the network's, unless it says what it is, or the person cancelled. */
async function orUnreachable<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof SidecarError) throw cause;
    throw new SidecarError({ type: 'unreachable' }, { cause });
  }
}

/** The body of a successful response. @throws SidecarError for any other */
export async function responseBody(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  const { status } = response;
  if (status === 404 || status === 410) throw new SidecarError({ type: 'missing' });
  if (status === 401 || status === 403) throw new SidecarError({ type: 'refused' });
  throw new SidecarError({ type: 'badAnswer', status });
}
