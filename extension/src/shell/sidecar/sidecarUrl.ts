import type { BundleSidecar } from 'kernelscope/model';
import type { FileResolver } from './fileRequest';

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
