import { afterEach, describe, expect, it, vi } from 'vitest';
import { reasonOf } from '../../../../../../src/compat/mindspore/offline/bucket/bucket';

const named = (name: string, message = 'from the store'): Error =>
  Object.assign(new Error(message), { name });

afterEach(() => vi.unstubAllEnvs());

describe('the reason for which a store did not do something', () => {
  it('is in words where it is known', () => {
    expect(reasonOf(named('NoSuchBucket'))).toBe('there is no such bucket');
    expect(reasonOf(named('CredentialsProviderError'))).toMatch(
      /^there are no credentials: set AWS_ACCESS_KEY_ID/
    );
  });

  it('is the first line of the message, or else the code', () => {
    expect(reasonOf(named('SlowDown', 'Reduce your request rate.\nmore'))).toBe(
      'Reduce your request rate.'
    );
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(reasonOf(refused)).toBe('ECONNREFUSED');
    expect(reasonOf(new Error(''))).toBe('the connection failed');
  });

  it('has no credentials in it', () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA1');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hidden');
    vi.stubEnv('AWS_SESSION_TOKEN', '');
    expect(reasonOf(named('Other', 'AKIA1 signed with hidden, then hidden'))).toBe(
      '(AWS_ACCESS_KEY_ID) signed with (AWS_SECRET_ACCESS_KEY), then (AWS_SECRET_ACCESS_KEY)'
    );
  });
});
