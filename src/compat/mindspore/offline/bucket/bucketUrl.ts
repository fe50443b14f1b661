import { KernelscopeError } from '../../../../base/errors';

/** A bucket cannot be used; the message says why. */
export class BucketError extends KernelscopeError {}

/** A folder in a bucket of an object store. */
export interface BucketFolder {
  readonly bucket: string;
  /** Names of folders with slashes between them; empty for the whole bucket. */
  readonly prefix: string;
}

const SCHEME = /^s3:\/\//i;

/** Letters, digits and what some stores allow besides. */
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,254}$/i;

/** True for an address of a bucket, rather than a path. */
export function isBucketUrl(path: string): boolean {
  return SCHEME.test(path);
}

/**
 * Reads `s3://bucket/folder`.
 *
 * @throws BucketError for an address without a bucket, with credentials, or with empty or relative names
 */
export function readBucketUrl(url: string): BucketFolder {
  const [bucket, ...names] = url.replace(SCHEME, '').replace(/\/+$/, '').split('/');
  if (bucket.includes('@')) {
    throw new BucketError(
      'Credentials must not be in the address of a bucket: set AWS_ACCESS_KEY_ID and ' +
        'AWS_SECRET_ACCESS_KEY in the environment'
    );
  }
  const isValid = BUCKET.test(bucket) && names.every(isPlainName);
  if (!isValid) {
    throw new BucketError(
      `Invalid address of a bucket: ${url}. Expected s3://bucket or s3://bucket/folder`
    );
  }
  return { bucket, prefix: names.join('/') };
}

/** The address of something in a folder of a bucket; `name` is empty for the folder itself. */
export function bucketUrl({ bucket, prefix }: BucketFolder, name = ''): string {
  return `s3://${[bucket, prefix, name].filter(part => part !== '').join('/')}`;
}

/** Most bytes of a file's name on all systems. */
const MAX_NAME_BYTES = 255;

/** Characters that some system does not allow in a name, or takes for the end of a folder's. */
const REFUSED = process.platform === 'win32' ? /[\p{Cc}\\<>:"|?*]/u : /[\p{Cc}\\]/u;

/** True if a part of an object's key can be the name of a file in a folder here. */
export function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || REFUSED.test(name)) return false;
  return Buffer.byteLength(name) <= MAX_NAME_BYTES;
}
