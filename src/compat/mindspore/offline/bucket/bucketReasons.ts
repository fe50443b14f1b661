import { codeOf, firstLineOf } from '../../../../base/errors';

/** Variables whose values are never printed. */
const SECRETS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID'];

/** Reasons in words, by the name of an error. */
const REASONS: Readonly<Record<string, string>> = {
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'it is no longer there',
  PreconditionFailed: 'it has changed since it was listed; run this again',
  AccessDenied: 'access is denied with these credentials'
};

/** Why a store did not do something, without any credentials. */
export function reasonOf(error: unknown): string {
  const known = error instanceof Error ? REASONS[error.name] : undefined;
  return known ?? withoutSecrets(firstLineOf(error) || codeOf(error) || 'the connection failed');
}

function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, name) => {
    const secret = process.env[name];
    return secret ? rest.replaceAll(secret, `(${name})`) : rest;
  }, text);
}
