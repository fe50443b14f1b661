import { describe, expect, it } from 'vitest';
import {
  BucketError,
  bucketUrl,
  isBucketUrl,
  isPlainName,
  readBucketUrl
} from '../../../../../../src/compat/mindspore/offline/bucket/bucketUrl';

describe('the address of a bucket', () => {
  it('is told from a path', () => {
    expect(
      ['s3://runs', 'S3://runs/a', 's3:/runs', './s3://runs', 'data'].map(isBucketUrl)
    ).toEqual([true, true, false, false, false]);
  });

  it('has a bucket and a folder in it', () => {
    expect(readBucketUrl('s3://runs')).toEqual({ bucket: 'runs', prefix: '' });
    expect(readBucketUrl('s3://runs/')).toEqual({ bucket: 'runs', prefix: '' });
    expect(readBucketUrl('S3://my.runs/2026/a b?c#d/')).toEqual({
      bucket: 'my.runs',
      prefix: '2026/a b?c#d'
    });
  });

  it.each(['s3://', 's3:///data', 's3://a', 's3://ru ns', 's3://runs//a', 's3://runs/../a'])(
    'is not %s',
    url => {
      expect(() => readBucketUrl(url)).toThrow(BucketError);
      expect(() => readBucketUrl(url)).toThrow(`Invalid address of a bucket: ${url}.`);
    }
  );

  it('is refused with credentials, which are not repeated', () => {
    const text = 'Credentials must not be in the address of a bucket: set AWS_ACCESS_KEY_ID and';
    expect(() => readBucketUrl('s3://id:hidden@runs/a')).toThrow(text);
    expect(() => readBucketUrl('s3://id:hidden@runs/a')).not.toThrow('hidden');
  });

  it('is written for what is in its folder', () => {
    const folder = { bucket: 'runs', prefix: 'a' };
    expect(bucketUrl(folder)).toBe('s3://runs/a');
    expect(bucketUrl(folder, 'b/c')).toBe('s3://runs/a/b/c');
    expect(bucketUrl({ bucket: 'runs', prefix: '' }, 'b')).toBe('s3://runs/b');
  });
});

describe('the name of a file for a part of a key', () => {
  it.each(['', '.', '..', 'a\\b', 'a\u0000', 'line\nbreak', 'ä'.repeat(128)])('is not %j', name => {
    expect(isPlainName(name)).toBe(false);
  });

  it.each(['a', '.hidden', '...', 'a b', 'ä'.repeat(127)])('may be %j', name => {
    expect(isPlainName(name)).toBe(true);
  });
});
