import { decodeKscopeAsync, KscopeError } from 'kernelscope/formats';
import { type BundleSidecar, type Profile, ProfileVersionError } from 'kernelscope/model';
import { createPause } from '../../shared/elements/pause';
import { inflateRaw } from '../../shared/content/inflateRaw';
import { fetchSidecar } from './fetchSidecar';
import type { FileRequest, FileResolver } from './fileRequest';
import { SidecarError } from './sidecarError';

/** Where files beside the notebook are, and how they are had. */
export interface SidecarPlace {
  /** Finds the file beside the notebook; null outside a notebook. */
  readonly resolver: FileResolver | null;
  readonly request: FileRequest;
}

/** How far {@link loadSidecar} has come. */
export type SidecarStep =
  | { readonly type: 'fetching'; readonly receivedBytes: number }
  /** All bytes are there and are the right ones. */
  | { readonly type: 'decoding' };

/** A load under way. */
export interface SidecarLoad {
  readonly signal: AbortSignal;
  readonly onStep: (step: SidecarStep) => void;
}

/**
 * The whole profile from the file beside the notebook, fetched, checked and validated.
 *
 * @throws SidecarError; DOMException `AbortError` when `signal` says so.
 */
export async function loadSidecar(
  sidecar: BundleSidecar,
  { resolver, request }: SidecarPlace,
  { signal, onStep }: SidecarLoad
): Promise<Profile> {
  if (!resolver) throw new SidecarError({ type: 'noNotebook' });
  const url = await sidecarUrl(sidecar, resolver);
  if (url === null) throw new SidecarError({ type: 'elsewhere' });
  const onProgress = (receivedBytes: number): void => onStep({ type: 'fetching', receivedBytes });
  onProgress(0);
  const bytes = await fetchSidecar({ url, sidecar, request, signal, onProgress });
  onStep({ type: 'decoding' });
  return decode(bytes, signal);
}

async function decode(bytes: Uint8Array, signal: AbortSignal): Promise<Profile> {
  try {
    const pause = createPause(signal);
    return await decodeKscopeAsync(bytes, { inflate: inflateRaw, pause });
  } catch (error) {
    if (!(error instanceof KscopeError) && !(error instanceof RangeError)) throw error;
    if (error.cause instanceof ProfileVersionError) {
      throw new SidecarError({ type: 'newer' }, { cause: error });
    }
    throw new SidecarError({ type: 'unreadable', detail: error.message }, { cause: error });
  }
}

const SIDECAR_NAME = /^[^\\:]+\.kscope$/;

/**
 * Where to fetch the file that an output names, or null when the name leads anywhere but below the
 * notebook's folder: the name comes from the notebook and is not trusted.
 */
export async function sidecarUrl(
  { path }: BundleSidecar,
  resolver: FileResolver | null
): Promise<string | null> {
  const parts = path.split('/');
  const stays = parts.every(part => part !== '' && part !== '.' && part !== '..');
  if (resolver === null || !stays || !SIDECAR_NAME.test(path)) return null;
  const local = await resolver.resolveUrl(parts.map(encodeURIComponent).join('/'));
  return resolver.getDownloadUrl(local);
}
